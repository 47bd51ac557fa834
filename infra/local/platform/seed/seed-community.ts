import type { PlatformContext } from "../http/context.ts";
import { directMessageKind } from "../api/contents/direct-messages.ts";
import { createItem } from "../api/item-routes.ts";
import { memberKind } from "../api/places/members.ts";
import { placeKind } from "../api/places/places.ts";
import { atEarlierTime, dayMs, hourMs } from "./at-earlier-time.ts";
import { seedTasks } from "./contents.ts";
import { requirePerson } from "./require-person.ts";
import { seedPlaces } from "./places.ts";
import { seedHistory } from "./seed-history.ts";
import { seedPeople } from "./seed-people.ts";

/**
 * Creates a community of 25 people: an organization chart, followers, places and memberships, contents of every type,
 * activity, blogs and portraits. The seed uses the same functions as requests do, with clocks in the past.
 */
export function seedCommunity(context: PlatformContext): void {
  seedPeople(context);
  const placeIDs = createPlaces(context);
  seedHistory(context, placeIDs);
  createPrivateItems(context);
}

/** Returns the id of each place by its key in `seedPlaces`. */
function createPlaces(context: PlatformContext): Map<string, string> {
  const then = atEarlierTime(context, 400 * dayMs);
  return new Map(
    Object.entries(seedPlaces).map(([name, { owner, members, ...body }]) => {
      const maker = requirePerson(context, owner);
      const place = createItem(then, placeKind(then), maker, body);
      for (const username of members) {
        createItem(then, memberKind(then), maker, {
          person: requirePerson(context, username).id,
          place: place.id,
          state: "member",
        });
      }
      return [name, place.id];
    }),
  );
}

/** Creates tasks and a direct message, which only their owners see. */
function createPrivateItems(context: PlatformContext): void {
  const { state, options } = context;
  for (const { owner, subject, dueInDays } of seedTasks) {
    const dueAtMs = options.nowMs() + dueInDays * dayMs;
    const task = { id: state.nextID(), subject, dueAtMs };
    state.tasks.add(requirePerson(context, owner).id, task);
  }
  const joost = requirePerson(context, "joost.vandermeer");
  const leo = requirePerson(context, "leo.kivela");
  const then = atEarlierTime(context, 40 * hourMs);
  createItem(then, directMessageKind(then), joost, {
    participants: [leo.id],
    subject: "Lunch on Friday?",
    content: { type: "text/plain", text: "The canteen has waffles." },
  });
}
