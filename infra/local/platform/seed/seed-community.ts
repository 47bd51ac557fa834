import type { PlatformContext } from "../http/context.ts";
import { directMessageKind } from "../api/contents/direct-messages.ts";
import { createItem } from "../api/item-routes.ts";
import { memberKind } from "../api/places/members.ts";
import { placeKind } from "../api/places/places.ts";
import { before, dayMs, find, hourMs } from "./moment.ts";
import { seedPlaces } from "./places.ts";
import { seedHistory } from "./seed-history.ts";
import { seedPeople } from "./seed-people.ts";

/**
 * Plants a community of 25 people: an organization chart, followers, places and memberships, contents of every type,
 * activity, blogs and portraits. All of it is made as requests would have made it in the time before now.
 */
export function seedCommunity(context: PlatformContext): void {
  seedPeople(context);
  const placeIDs = plantPlaces(context);
  seedHistory(context, placeIDs);
  plantPersonalThings(context);
}

/** The id of each place, by our own name of it. */
function plantPlaces(context: PlatformContext): Map<string, string> {
  const then = before(context, 400 * dayMs);
  return new Map(
    Object.entries(seedPlaces).map(([name, { owner, members, ...body }]) => {
      const maker = find(context, owner);
      const place = createItem(then, placeKind(then), maker, body);
      for (const username of members) {
        createItem(then, memberKind(then), maker, {
          person: find(context, username).id,
          place: place.id,
          state: "member",
        });
      }
      return [name, place.id];
    }),
  );
}

/** What only the person itself sees. */
function plantPersonalThings(context: PlatformContext): void {
  const { state, options } = context;
  const leo = find(context, "leo.kivela");
  for (const [days, subject] of [
    [-2, "Read the safety rules"],
    [1, "Meet Pavel in the calibration room"],
    [5, "Put a portrait on your profile"],
  ] as const) {
    const dueAtMs = options.nowMs() + days * dayMs;
    state.tasks.add(leo.id, { id: state.nextID(), subject, dueAtMs });
  }
  const then = before(context, 40 * hourMs);
  createItem(then, directMessageKind(then), find(context, "joost.vandermeer"), {
    participants: [leo.id],
    subject: "Lunch on Friday?",
    content: { type: "text/plain", text: "The canteen has waffles." },
  });
}
