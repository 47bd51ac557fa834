import { expect, test } from "vitest";
import type { Person } from "../../../shared/community/person.ts";
import { clientOn } from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";

/** Every field of docs/interface.md, §2.1 and §2.3. The type check of this object is a part of the test. */
const person = {
  id: "7",
  type: "person",
  displayName: "Ada Lovelace",
  name: { formatted: "A. L.", familyName: "Lovelace", givenName: "Ada" },
  emails: [{ value: "a@b.test", type: "work", svc_label: "E", primary: true }],
  phoneNumbers: [{ value: "1", svc_label: "Phone Number", primary: false }],
  addresses: [
    {
      value: {
        streetAddress: "12 St James's Square",
        locality: "London",
        region: "London",
        postalCode: "SW1Y",
        country: "GB",
        formatted: "12 St James's Square, London",
      },
      svc_label: "Address",
      primary: true,
    },
  ],
  svc: {
    level: { name: "Countess", points: 1815 },
    profile: [{ value: "Analyst", svc_label: "Title" }],
    username: "ada",
    external: false,
    visible: true,
    enabled: true,
    externalContributor: false,
    federated: false,
  },
  photos: [{ value: "https://a.test/1" }],
  location: "London",
  status: "Thinking",
  tags: ["engines"],
  thumbnailUrl: "https://a.test/1",
  followerCount: 3,
  followingCount: 4,
  published: "2026-01-01T00:00:00.000+0000",
  updated: "2026-01-01T00:00:00.000+0000",
  resources: { self: { ref: "https://a.test/7", allowed: ["GET", "PUT"] } },
} satisfies Person;

test("the client reads a person with every documented field", async () => {
  const { people } = clientOn(answering(answer(200, person)));
  expect(await people.get("7")).toEqual(person);
});

test("the client reads null as an absent field at any depth, and a person may have only an id", async () => {
  const nothing = JSON.parse(
    JSON.stringify(person, (name, value: unknown) =>
      typeof value === "object" || name === "id" ? value : null,
    ),
  ) as Record<string, unknown>;
  const { people } = clientOn(
    answering(answer(200, { ...nothing, tags: null, resources: null })),
  );
  expect(JSON.parse(JSON.stringify(await people.get("7")))).toEqual({
    id: "7",
    name: {},
    emails: [{}],
    phoneNumbers: [{}],
    addresses: [{ value: {} }],
    svc: { level: {}, profile: [{}] },
    photos: [{}],
  });
  // All fields but the id may be hidden.
  const withId = clientOn(answering(answer(200, { id: "7" }))).people;
  expect(await withId.get("7")).toEqual({ id: "7" });
});

test.each([
  ["/id", { id: 7 }],
  ["/name/givenName", { name: { givenName: {} } }],
  ["/emails/0/primary", { emails: [{ primary: "yes" }] }],
  ["/addresses/0/value", { addresses: [{ value: "London" }] }],
  ["/svc/level/points", { svc: { level: { points: "1" } } }],
  ["/svc/profile/0/svc_label", { svc: { profile: [{ svc_label: 1 }] } }],
  ["/tags/0", { tags: [1] }],
  ["/resources/*/allowed", { resources: { self: { allowed: "GET" } } }],
])(
  "the client throws an ApiShapeError that names the wrong field %s",
  async (problem, fields) => {
    const { people } = clientOn(
      answering(answer(200, { ...person, ...fields })),
    );
    await expect(people.get("7")).rejects.toMatchObject({
      name: "ApiShapeError",
      problems: [problem],
    });
  },
);
