import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
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
import type { StoredPerson } from "../state/platform-state.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A person is named by the username, and a place by a key that only the seed uses. */
const communitySchema = z.strictObject({
  people: z.record(
    z.string(),
    z.strictObject({
      given: z.string(),
      family: z.string(),
      title: z.string(),
      department: z.string(),
      location: z.string(),
      manager: z.string().optional(),
      joinedDaysAgo: z.number(),
      biography: z.string().optional(),
      expertise: z.string().optional(),
      tags: z.array(z.string()).optional(),
      phone: z.string().optional(),
      hides: z
        .array(z.enum(["name", "emails", "phoneNumbers", "addresses", "tags"]))
        .optional(),
      hasNoPortrait: z.literal(true).optional(),
    }),
  ),
  /** Pairs of follower and followed person. In addition, each person follows the manager. */
  follows: z.array(z.tuple([z.string(), z.string()])),
  places: z.record(
    z.string(),
    placeSchema.extend({ owner: z.string(), members: z.array(z.string()) }),
  ),
  contents: z.array(
    z.strictObject({
      type: z.enum(["announcement", "discussion", "document", "poll", "post"]),
      author: z.string(),
      hoursAgo: z.number(),
      place: z.string().optional(),
      subject: z.string(),
      text: z.string(),
      tags: z.array(z.string()).optional(),
      options: z.array(z.string()).optional(),
      likedBy: z.array(z.string()).default([]),
      followedBy: z.array(z.string()).default([]),
      replies: z
        .array(
          z.strictObject({
            author: z.string(),
            hoursAgo: z.number(),
            text: z.string(),
          }),
        )
        .default([]),
    }),
  ),
  statuses: z.array(
    z.strictObject({
      author: z.string(),
      hoursAgo: z.number(),
      text: z.string(),
    }),
  ),
  tasks: z.array(
    z.strictObject({
      owner: z.string(),
      subject: z.string(),
      dueInDays: z.number(),
    }),
  ),
});
type Community = z.infer<typeof communitySchema>;

/**
 * Creates the community of `community.json`: 25 people, an organization chart, followers, places and memberships,
 * contents of every type, activity, blogs and portraits. The seed uses the same functions as requests do, with clocks in
 * the past.
 */
export function seedCommunity(context: PlatformContext): void {
  const file = join(import.meta.dirname, "community.json");
  const content: unknown = JSON.parse(readFileSync(file, "utf8"));
  const community = communitySchema.parse(content);
  seedPeople(context, community);
  const placeIDs = seedPlaces(context, community);
  seedHistory(context, community, placeIDs);
  seedPrivateItems(context, community);
}

/** Creates people with nothing but a name and an e-mail address, to try the platform with large numbers. */
export function seedCrowd(context: PlatformContext): void {
  for (let number = 1; number <= context.options.crowd; number++)
    add(context, `crowd.${number}`, {
      name: { givenName: "Crowd", familyName: String(number) },
    });
}

/** The same platform with a clock that is `ms` milliseconds late. */
function atEarlierTime(context: PlatformContext, ms: number): PlatformContext {
  const atMs = context.options.nowMs() - ms;
  return { ...context, options: { ...context.options, nowMs: () => atMs } };
}

/** @throws Error if the seed has no such person */
function personOf({ state }: PlatformContext, username: string): StoredPerson {
  const person = state.personByUsername(username);
  if (person === undefined)
    throw new Error(`The seed has no person ${username}.`);
  return person;
}

function add(
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

/** Creates the people with portraits and privacy settings, the organization chart and the followers. */
function seedPeople(
  context: PlatformContext,
  { people, follows }: Community,
): void {
  const { state, options } = context;
  const admin = createAdmin(context);
  Object.entries(people).forEach(([username, seed], index) => {
    const { given, family, title, department, location, phone } = seed;
    const labels = {
      Title: title,
      Department: department,
      Company: "Halden Instruments",
      Biography: seed.biography,
      Expertise: seed.expertise,
    };
    const then = atEarlierTime(context, seed.joinedDaysAgo * dayMs);
    const { id } = add(then, username, {
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
    if (seed.hides) admin.hideFields(id, seed.hides);
    if (options.profileImages && !seed.hasNoPortrait)
      state.images.put({
        id: state.nextID(),
        ownerID: id,
        bytes: portraitOf(index),
        contentType: "image/png",
      });
  });
  for (const [username, { manager }] of Object.entries(people)) {
    if (manager === undefined) continue;
    const { id } = personOf(context, username);
    const above = personOf(context, manager);
    admin.setManager(id, above.id);
    admin.follow(id, above.id);
  }
  for (const [follower, followed] of follows)
    admin.follow(
      personOf(context, follower).id,
      personOf(context, followed).id,
    );
}

/** Returns the id of each place by its key. */
function seedPlaces(
  context: PlatformContext,
  { places }: Community,
): Map<string, string> {
  const then = atEarlierTime(context, 400 * dayMs);
  return new Map(
    Object.entries(places).map(([name, { owner, members, ...body }]) => {
      const maker = personOf(context, owner);
      const place = createItem(then, placeKind(then), maker, body);
      for (const username of members)
        createItem(then, memberKind(then), maker, {
          person: personOf(context, username).id,
          place: place.id,
          state: "member",
        });
      return [name, place.id];
    }),
  );
}

/** Creates contents, replies and statuses in order of time, because activity streams keep the order of creation. */
function seedHistory(
  context: PlatformContext,
  { statuses, contents }: Community,
  placeIDs: ReadonlyMap<string, string>,
): void {
  const events = [
    ...statuses.map(({ author, hoursAgo, text }) => ({
      hoursAgo,
      happen: (then: PlatformContext) => setStatus(then, author, text),
    })),
    ...contents.flatMap((seed) => {
      let contentID = "";
      return [
        {
          hoursAgo: seed.hoursAgo,
          happen: (then: PlatformContext) => {
            contentID = addContent(then, seed, placeIDs.get(seed.place ?? ""));
          },
        },
        ...seed.replies.map(({ author, hoursAgo, text }) => ({
          hoursAgo,
          happen: (then: PlatformContext) => {
            const discussion = then.state.contents.get(contentID);
            const content = { type: "text/html", text };
            if (discussion)
              reply(then, personOf(then, author), discussion, { content });
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
  then: PlatformContext,
  seed: Community["contents"][number],
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
  const kind = contentKind(then);
  const { id } = createItem(then, kind, personOf(then, author), body);
  for (const username of seed.likedBy)
    admin.like(personOf(then, username).id, id);
  for (const username of seed.followedBy)
    admin.follow(personOf(then, username).id, id);
  return id;
}

function setStatus(
  then: PlatformContext,
  username: string,
  status: string,
): void {
  const person = personOf(then, username);
  const updatedAtMs = then.options.nowMs();
  then.state.replacePerson({ ...person, status, updatedAtMs });
  publishActivity(then, person.id, "status", status);
}

/** Creates tasks and a direct message, which only their owners see. */
function seedPrivateItems(
  context: PlatformContext,
  { tasks }: Community,
): void {
  const { state, options } = context;
  for (const { owner, subject, dueInDays } of tasks) {
    const dueAtMs = options.nowMs() + dueInDays * dayMs;
    const { id: ownerID } = personOf(context, owner);
    state.tasks.put({ id: state.nextID(), ownerID, subject, dueAtMs });
  }
  const then = atEarlierTime(context, 40 * hourMs);
  const joost = personOf(context, "joost.vandermeer");
  createItem(then, directMessageKind(then), joost, {
    participants: [personOf(context, "leo.kivela").id],
    subject: "Lunch on Friday?",
    content: { type: "text/plain", text: "The canteen has waffles." },
  });
}
