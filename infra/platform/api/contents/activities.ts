import type { Family, PlatformContext } from "../../http/context.ts";
import { plainTextOf, textToHtml } from "../../http/html-text.ts";
import { answerPage } from "../../http/paging.ts";
import { authorVerbs, mayFind } from "../../http/permissions.ts";
import { personOfPath, requesterOf } from "../../http/requester.ts";
import { activitySchema } from "../../state/bodies.ts";
import type {
  Activity,
  StoredContent,
  StoredPerson,
} from "../../state/platform-state.ts";
import { addItemRoutes, presentItem, type ItemKind } from "../item-routes.ts";
import { referToPerson } from "../people/present-person.ts";
import { contentPath } from "./contents.ts";

/** /activities: the activity streams of all people, and of one person (docs/interface.md, §1 and §4). */
export const addActivities: Family = (api, context) => {
  const { state } = context;
  const kind: ItemKind<Activity["body"]> = {
    table: state.activities,
    schema: () => activitySchema,
    newestFirst: true,
    allowed: (requester, activity) => {
      const author = state.person(activity.authorID);
      return author !== undefined && mayFind(requester, author)
        ? authorVerbs(requester, activity)
        : [];
    },
    pathOf: activityPath,
    show: (requester, activity) =>
      presentActivity(context, requester, activity),
  };
  addItemRoutes(api, context, "/activities", kind);

  api.get("/people/:personID/activities", (c) => {
    const { id } = personOfPath(c, context);
    const activities = state.activities.of(id);
    return answerPage(c, context, activities.toReversed(), (activity) =>
      presentItem(context, kind, requesterOf(c), activity),
    );
  });
};

/**
 * The fields of an activity entry. The interface shows none, so they are the fields of Activity Streams 1.0: `actor`,
 * `verb` and `object` tell what happened, `title` is plain text, and `content` is a string of HTML.
 */
function presentActivity(
  context: PlatformContext,
  requester: StoredPerson,
  activity: Activity,
) {
  const { authorID, body } = activity;
  const author = referToPerson(context, requester, authorID);
  const profileUrl = author?.resources.html.ref;
  const object = objectOf(context, activity, profileUrl);
  const { text, type } = body.content;
  return {
    type: "activity",
    verb: "posted",
    ...body,
    actor: author && {
      id: author.resources.self.ref,
      objectType: "person",
      displayName: author.displayName,
      url: profileUrl,
    },
    object,
    title: titleOf(activity) ?? object.displayName,
    content: type === "text/html" ? text : textToHtml(text),
    url: object.url,
  };
}

/** The object that an entry is about: its address in the API, its name as plain text, and its page for a browser. */
function objectOf(
  { state, apiUrl, origin }: PlatformContext,
  activity: Activity,
  profileUrl: string | undefined,
) {
  const { aboutID = "", body } = activity;
  const refer = (path: string, objectType: string, page: StoredContent) => ({
    id: apiUrl + path,
    objectType,
    displayName: page.body.subject,
    url: `${origin}/contents/${page.id}`,
  });
  const content = state.contents.get(aboutID);
  if (content) return refer(contentPath(content), content.body.type, content);
  const discussion = state.contents.get(
    state.messages.get(aboutID)?.aboutID ?? "",
  );
  if (discussion) {
    const path = `/contents/${discussion.id}/messages/${aboutID}`;
    return refer(path, "message", discussion);
  }
  return {
    id: apiUrl + activityPath(activity),
    objectType: body.verb === "status" ? "update" : "activity",
    displayName: titleOf(activity) ?? plainTextOf(body.content),
    url: profileUrl,
  };
}

function activityPath({ id }: Activity): string {
  return `/activities/${id}`;
}

function titleOf({ body }: Activity): string | undefined {
  return body.title ?? body.subject;
}
