import { portraitOf } from "../../pages/portraits/portrait-of.ts";
import { createAdmin } from "../api/admin.ts";
import { contentKind } from "../api/contents/contents.ts";
import { directMessageKind } from "../api/contents/direct-messages.ts";
import { reply } from "../api/contents/discussions.ts";
import { createItem, publishActivity } from "../api/item-routes.ts";
import { addPerson } from "../api/people/people.ts";
import { memberKind } from "../api/places/members.ts";
import { placeKind } from "../api/places/places.ts";
import type { PlatformContext } from "../http/context.ts";
import { personCreationSchema } from "../state/person.ts";
import { placeSchema } from "../state/bodies.ts";
import {
  hiddenFieldsSchema,
  type StoredPerson,
} from "../state/platform-state.ts";
import community from "./community.json" with { type: "json" };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Creates the community of `community.json`: 25 people, an organization chart, followers, places and memberships,
 * contents of every type, activity, blogs and portraits. The seed uses the same functions as requests do, with clocks in
 * the past.
 */
export function seedCommunity(context: PlatformContext): void {
  seedPeople(context);
  const placeIDs = seedPlaces(context);
  seedHistory(context, placeIDs);
  seedPrivateItems(context);
}

/** Creates people with nothing but a name and an e-mail address, to try the platform with large numbers. */
export function seedCrowd(context: PlatformContext): void {
  for (let number = 1; number <= context.options.crowd; number++)
    addPersonNamed(context, `crowd.${number}`, {
      name: { givenName: "Crowd", familyName: String(number) },
    });
}

function seedPeople(context: PlatformContext): void {
  const { state, options } = context;
  const { people, follows } = community;
  const admin = createAdmin(context);
  people.forEach((seed, index) => {
    const { username, given, family, title, department, location, phone } =
      seed;
    const labels = {
      Title: title,
      Department: department,
      Company: "Halden Instruments",
      Biography: seed.biography,
      Expertise: seed.expertise,
    };
    const past = atEarlierTime(context, seed.joinedDaysAgo * dayMs);
    const { id } = addPersonNamed(past, username, {
      name: { givenName: given, familyName: family },
      ...(phone && { phoneNumbers: [atWork(phone, "Phone Number")] }),
      addresses: [atWork({ locality: location }, "Address")],
      location,
      ...(seed.tags && { tags: seed.tags }),
      svc: {
        profile: Object.entries(labels).flatMap(([svc_label, value]) =>
          value === undefined ? [] : [{ svc_label, value }],
        ),
      },
    });
    if (seed.hides) admin.hideFields(id, hiddenFieldsSchema.parse(seed.hides));
    if (options.profileImages && !seed.hasNoPortrait)
      state.images.put({
        id: state.nextID(),
        ownerID: id,
        bytes: portraitOf(index),
        contentType: "image/png",
      });
  });
  for (const { username, manager } of people) {
    if (manager === undefined) continue;
    const { id } = personOf(context, username);
    const above = personOf(context, manager);
    admin.setManager(id, above.id);
    admin.follow(id, above.id);
  }
  for (const { follower, followed } of follows)
    admin.follow(
      personOf(context, follower).id,
      personOf(context, followed).id,
    );
}

/** Creates the places with their members. Returns the id of each place by its key. */
function seedPlaces(context: PlatformContext): Map<string, string> {
  const past = atEarlierTime(context, 400 * dayMs);
  return new Map(
    community.places.map(({ key, owner, members, ...given }) => {
      const maker = personOf(context, owner);
      const body = placeSchema.parse(given);
      const place = createItem(past, placeKind(past), maker, body);
      for (const username of members)
        createItem(past, memberKind(past), maker, {
          person: personOf(context, username).id,
          place: place.id,
          state: "member",
        });
      return [key, place.id];
    }),
  );
}

/** Creates contents, replies and statuses in order of time, because activity streams keep the order of creation. */
function seedHistory(
  context: PlatformContext,
  placeIDs: ReadonlyMap<string, string>,
): void {
  const { statuses, contents } = community;
  const events = [
    ...statuses.map(({ author, hoursAgo, text }) => ({
      hoursAgo,
      happen: (past: PlatformContext) => setStatus(past, author, text),
    })),
    ...contents.flatMap((seed) => {
      // Known when the content is created, which is before its replies.
      let contentID = "";
      return [
        {
          hoursAgo: seed.hoursAgo,
          happen: (past: PlatformContext) => {
            contentID = addContent(past, seed, placeIDs.get(seed.place ?? ""));
          },
        },
        ...(seed.replies ?? []).map(({ author, hoursAgo, text }) => ({
          hoursAgo,
          happen: (past: PlatformContext) => {
            const discussion = past.state.contents.get(contentID);
            const content = { type: "text/html", text };
            if (discussion)
              reply(past, personOf(past, author), discussion, { content });
          },
        })),
      ];
    }),
  ];
  for (const { hoursAgo, happen } of events.toSorted(
    (a, b) => b.hoursAgo - a.hoursAgo,
  ))
    happen(atEarlierTime(context, hoursAgo * hourMs));
}

function addContent(
  past: PlatformContext,
  seed: (typeof community)["contents"][number],
  place: string | undefined,
): string {
  const { author, type, subject, text, tags, options } = seed;
  const admin = createAdmin(past);
  const kind = contentKind(past);
  const maker = personOf(past, author);
  const given = { type, subject, content: { text }, tags, options, place };
  // JSON leaves out what is undefined, which the schema would refuse.
  const body: unknown = JSON.parse(JSON.stringify(given));
  const { id } = createItem(past, kind, maker, kind.schema(maker).parse(body));
  for (const username of seed.likedBy ?? [])
    admin.like(personOf(past, username).id, id);
  for (const username of seed.followedBy ?? [])
    admin.follow(personOf(past, username).id, id);
  return id;
}

function setStatus(
  past: PlatformContext,
  username: string,
  status: string,
): void {
  const person = personOf(past, username);
  const updatedAtMs = past.options.nowMs();
  past.state.replacePerson({ ...person, status, updatedAtMs });
  publishActivity(past, person.id, "status", status);
}

function seedPrivateItems(context: PlatformContext): void {
  const { state, options } = context;
  for (const { owner, subject, dueInDays } of community.tasks) {
    const dueAtMs = options.nowMs() + dueInDays * dayMs;
    const { id: ownerID } = personOf(context, owner);
    state.tasks.put({ id: state.nextID(), ownerID, subject, dueAtMs });
  }
  const past = atEarlierTime(context, 40 * hourMs);
  const joost = personOf(context, "joost.vandermeer");
  createItem(past, directMessageKind(past), joost, {
    participants: [personOf(context, "leo.kivela").id],
    subject: "Lunch on Friday?",
    content: { type: "text/plain", text: "The canteen has waffles." },
  });
}

/** The same platform with a clock that stands still, `ms` milliseconds ago. */
function atEarlierTime(context: PlatformContext, ms: number): PlatformContext {
  const atMs = context.options.nowMs() - ms;
  return { ...context, options: { ...context.options, nowMs: () => atMs } };
}

function personOf({ state }: PlatformContext, username: string): StoredPerson {
  const person = state.personByUsername(username);
  if (person === undefined)
    throw new Error(`The seed has no person ${username}.`);
  return person;
}

/** Creates a person with the e-mail address and the password that follow from the username. */
function addPersonNamed(
  context: PlatformContext,
  username: string,
  { svc, ...fields }: { svc?: object; [field: string]: unknown },
): StoredPerson {
  const creation = personCreationSchema.parse({
    emails: [atWork(`${username}@halden.example`, "Email")],
    svc: { username, password: `${username}-password`, ...svc },
    ...fields,
  });
  return addPerson(context, creation);
}

function atWork<Value>(value: Value, svc_label: string) {
  return { value, type: "work", svc_label, primary: true };
}
