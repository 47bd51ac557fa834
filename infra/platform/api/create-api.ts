import { Hono, type MiddlewareHandler } from "hono";
import type { Family, PlatformContext, PlatformEnv } from "../http/context.ts";
import { refuseRunAs, requesterOf } from "../http/requester.ts";
import { createActivities } from "./contents/activities.ts";
import { createContents } from "./contents/contents.ts";
import { createDirectMessages } from "./contents/direct-messages.ts";
import { createDiscussions } from "./contents/discussions.ts";
import { createInbox } from "./contents/inbox.ts";
import { createFollowing } from "./people/following.ts";
import { createImages } from "./people/images.ts";
import { createOrganization } from "./people/organization.ts";
import { createPeople } from "./people/people.ts";
import { createStreams } from "./people/streams.ts";
import { createTasks } from "./people/tasks.ts";
import { createMembers } from "./places/members.ts";
import { createPlaces } from "./places/places.ts";

const families: readonly ((context: PlatformContext) => Family)[] = [
  createPeople,
  createOrganization,
  createFollowing,
  createImages,
  createTasks,
  createStreams,
  createMembers,
  createPlaces,
  createContents,
  createDiscussions,
  createActivities,
  createDirectMessages,
  createInbox,
];

/** Builds all routes below /api/core/v3. */
export function createApi(context: PlatformContext): Hono<PlatformEnv> {
  const api = new Hono<PlatformEnv>();
  api.use(async (c, next) => {
    requesterOf(c);
    refuseRunAs(c);
    await next();
  });
  api.use(addGuardLine(context.options.guardLine));
  for (const createFamily of families) {
    const { routes, personResources = [] } = createFamily(context);
    context.personResources.push(...personResources);
    api.route("/", routes);
  }
  return api;
}

/** Puts the guard line before the JSON of every successful GET (docs/interface.md, §2.6), and before nothing else. */
function addGuardLine(guardLine: string): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    await next();
    const isJson =
      c.res.headers.get("content-type")?.startsWith("application/json") ===
      true;
    if (c.req.method === "GET" && c.res.ok && isJson) {
      const line = c.get("guardLine") ?? guardLine;
      c.res = new Response(line + (await c.res.text()), c.res);
    }
  };
}
