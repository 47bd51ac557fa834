import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Client } from "../../../shared/community/client.ts";
import { clientOn } from "../../fixtures/community-client.ts";
import { answering } from "../../fixtures/fake-http.ts";

const change = <T>(item: T) => item;

/** Every operation with a target, whose id may come from outside. */
const operations: Record<string, (client: Client, target: never) => unknown> = {
  "people.get": ({ people }, target) => people.get(target),
  "people.find": ({ people }, target) => people.find(target),
  "people.update": ({ people }, target) => people.update(target, change),
  "people.remove": ({ people }, target) => people.remove(target),
  "relations.reports": ({ relations }, target) =>
    relations.reports(target).next(),
  "relations.manager": ({ relations }, target) => relations.manager(target),
  "activities.list": ({ activities }, target) => activities.list(target).next(),
  "blogs.find": ({ blogs }, target) => blogs.find(target),
  "members.list": ({ members }, target) => members.list(target).page(),
  "images.list": ({ images }, target) => images.list(target).next(),
  "images.avatar": ({ images }, target) => images.avatar(target),
  "images.add": ({ images }, target) => images.add(target, "https://x.test"),
  "streams.list": ({ streams }, target) => streams.list(target).next(),
  "streams.followingIn": ({ streams }, target) =>
    streams.followingIn(target).next(),
  "streams.create": ({ streams }, target) => streams.create(target, "x"),
  "tasks.list": ({ tasks }, target) => tasks.list(target).next(),
  "tasks.create": ({ tasks }, target) =>
    tasks.create(target, { subject: "x", dueAtMs: 0 }),
  "family.get": ({ family }, target) => family("places").get(target),
  "family.update": ({ family }, target) =>
    family("inbox").update(target, change),
  "family.remove": ({ family }, target) => family("members").remove(target),
};

/** Values that are neither an id nor an object of the platform. */
const badTargets = [
  "",
  ".",
  "..",
  "\ud800",
  undefined,
  null,
  7,
  true,
  [],
  {},
  { id: "" },
  { id: 7 },
];

describe("client", () => {
  test.each(Object.entries(operations))(
    "%s throws a TypeError for an invalid target and sends nothing",
    async (_title, operate) => {
      const client = clientOn(answering());
      for (const given of badTargets) {
        const call = (async () => operate(client, given as never))();
        await expect(call).rejects.toThrow(TypeError);
        await expect(call).rejects.toThrow(/must|needs/);
      }
    },
  );
});

test("the client sends nothing for an object whose refs lead to no allowed URL", async () => {
  const resources = fc.dictionary(
    fc.constantFrom("self", "tasks", "__proto__", "constructor"),
    fc.record(
      {
        ref: fc.constantFrom("", "https://", "//x", "javascript:alert(1)"),
        allowed: fc.array(fc.constantFrom("GET", "get", "PUT", "")),
      },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(resources, async (given) => {
      const http = answering();
      const { people, tasks } = clientOn(http);
      const person = { id: "7", resources: given };
      const refusal = /was not sent|does not have the documented shape/;
      await expect(people.remove(person)).rejects.toThrow(refusal);
      await expect(tasks.list(person).next()).rejects.toThrow(refusal);
      expect(http.requests).toEqual([]);
    }),
  );
});
