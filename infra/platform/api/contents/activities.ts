import * as z from "zod";
import { textSchema } from "../../state/content.ts";
import type { Family, PlatformContext } from "../../http/context.ts";
import {
  createItemRoutes,
  presentItem,
  type ItemKind,
} from "../item-routes.ts";
import { answerPage } from "../../http/paging.ts";
import { personOfPath } from "../../http/person-of-path.ts";
import { requesterOf } from "../../http/requester.ts";
import { authorVerbs } from "../../http/permissions.ts";
import type { Activity } from "../../state/platform-state.ts";
import { mayFind } from "../../http/visibility.ts";
import { presentActivity } from "./present-activity.ts";

const activitySchema: z.ZodType<Activity["body"]> = z.object({
  verb: z.string().min(1).exactOptional(),
  title: z.string().min(1).exactOptional(),
  subject: z.string().exactOptional(),
  content: z.union([
    z.string().transform((text) => ({ type: "text/html", text })),
    textSchema,
  ]),
});

/** /activities: the activity streams of all people, and of one person (docs/interface.md, §1 and §4). */
export function createActivities(context: PlatformContext): Family {
  const kind = activityKind(context);
  const routes = createItemRoutes(context, "/activities", kind);

  routes.get("/people/:personID/activities", (c) => {
    const person = personOfPath(c, context);
    const activities = context.state.activities
      .all()
      .filter(({ authorID }) => authorID === person.id);
    return answerPage(c, context, activities.toReversed(), (activity) =>
      presentItem(context, kind, requesterOf(c), activity),
    );
  });

  return {
    routes,
    personResources: [
      {
        name: "activity",
        path: "/people/{personID}/activities",
        allowed: () => ["GET"],
      },
    ],
  };
}

function activityKind(context: PlatformContext): ItemKind<Activity["body"]> {
  const { state } = context;
  return {
    table: state.activities,
    schema: () => activitySchema,
    newestFirst: true,
    allowed: (requester, activity) => {
      const author = state.person(activity.authorID);
      return author !== undefined && mayFind(requester, author)
        ? authorVerbs(requester, activity)
        : [];
    },
    pathOf: ({ id }) => `/activities/${id}`,
    show: (requester, activity) =>
      presentActivity(context, requester, activity),
  };
}
