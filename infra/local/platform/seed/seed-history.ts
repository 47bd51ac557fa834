import { createAdmin } from "../api/admin.ts";
import { contentKind } from "../api/contents/contents.ts";
import type { PlatformContext } from "../http/context.ts";
import { createItem } from "../api/item-routes.ts";
import { reply } from "../api/contents/messages.ts";
import { publishActivity } from "../api/contents/publish-activity.ts";
import type { StoredPerson } from "../state/platform-state.ts";
import { atEarlierTime, hourMs } from "./at-earlier-time.ts";
import { seedContents, seedStatuses, type SeedContent } from "./contents.ts";
import { requirePerson } from "./require-person.ts";

/** Creates contents, replies and statuses in order of time, because activity streams keep the order of creation. */
export function seedHistory(
  context: PlatformContext,
  placeIDs: ReadonlyMap<string, string>,
): void {
  const events = [
    ...seedStatuses.map(({ author, hoursAgo, text }) => ({
      hoursAgo,
      happen: (then: PlatformContext) =>
        setStatus(then, requirePerson(then, author), text),
    })),
    ...seedContents.flatMap((seed) => eventsOf(seed, placeIDs)),
  ];
  for (const { hoursAgo, happen } of events.toSorted(
    (a, b) => b.hoursAgo - a.hoursAgo,
  )) {
    happen(atEarlierTime(context, hoursAgo * hourMs));
  }
}

function eventsOf(seed: SeedContent, placeIDs: ReadonlyMap<string, string>) {
  let contentID = "";
  return [
    {
      hoursAgo: seed.hoursAgo,
      happen: (then: PlatformContext) => {
        contentID = addContent(then, seed, placeIDs.get(seed.place ?? ""));
      },
    },
    ...(seed.replies ?? []).map(({ author, hoursAgo, text }) => ({
      hoursAgo,
      happen: (then: PlatformContext) => {
        const discussion = then.state.contents.get(contentID);
        const content = { type: "text/html", text };
        if (discussion)
          reply(then, requirePerson(then, author), discussion, { content });
      },
    })),
  ];
}

function addContent(
  then: PlatformContext,
  seed: SeedContent,
  place: string | undefined,
): string {
  const { author, type, subject, text, tags, options = [] } = seed;
  const admin = createAdmin(then);
  const shared = {
    subject,
    content: { type: "text/html", text },
    ...(tags && { tags }),
    ...(place !== undefined && { place }),
  };
  const body =
    type === "poll" ? { ...shared, type, options } : { ...shared, type };
  const person = requirePerson(then, author);
  const { id } = createItem(then, contentKind(then), person, body);
  for (const username of seed.likedBy ?? [])
    admin.like(requirePerson(then, username).id, id);
  for (const username of seed.followedBy ?? [])
    admin.follow(requirePerson(then, username).id, id);
  return id;
}

function setStatus(
  then: PlatformContext,
  person: StoredPerson,
  status: string,
): void {
  then.state.replacePerson({
    ...person,
    status,
    updatedAtMs: then.options.nowMs(),
  });
  publishActivity(then, person.id, "status", status);
}
