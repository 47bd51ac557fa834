import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Client } from "../../../shared/community/client.ts";
import { clientOn } from "../../fixtures/community-client.ts";
import { answering } from "../../fixtures/fake-http.ts";

const bytes = new Uint8Array();
const change = <T>(item: T) => item;

/** Every operation with an argument, which may have any value here. */
const operations: Record<string, (client: Client, target: never) => unknown> = {
  "people.get": ({ people }, target) => people.get(target),
  "people.find": ({ people }, target) => people.find(target),
  "people.update": ({ people }, target) => people.update(target, change),
  "people.remove": ({ people }, target) => people.remove(target),
  "people.create": ({ people }, person) => people.create(person),
  "relations.reports": ({ relations }, target) =>
    relations.reports(target).next(),
  "relations.manager": ({ relations }, target) => relations.manager(target),
  "activities.list": ({ activities }, target) => activities.list(target).next(),
  "blogs.find": ({ blogs }, target) => blogs.find(target),
  "members.list": ({ members }, target) => members.list(target).page(),
  "images.list": ({ images }, target) => images.list(target).next(),
  "images.avatar": ({ images }, target) => images.avatar(target),
  "images.add": ({ images }, target) => images.add(target, "https://x.test"),
  "images.add of": ({ images }, imageURI) => images.add("7", imageURI),
  "streams.list": ({ streams }, target) => streams.list(target).next(),
  "streams.followingIn": ({ streams }, target) =>
    streams.followingIn(target).next(),
  "streams.create": ({ streams }, target) => streams.create(target, "x"),
  "streams.create of": ({ streams }, name) => streams.create("7", name),
  "tasks.list": ({ tasks }, target) => tasks.list(target).next(),
  "tasks.create": ({ tasks }, target) =>
    tasks.create(target, { subject: "x", dueAtMs: 0 }),
  "tasks.create of": ({ tasks }, subject) =>
    tasks.create("7", { subject, dueAtMs: 0 }),
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
    "%s throws a TypeError for an invalid argument and sends nothing",
    async (title, operate) => {
      const isTarget = !title.endsWith(" of") && !title.endsWith("create");
      const client = clientOn(answering());
      const bad = isTarget ? badTargets : ["", undefined, null, 7, [], {}];
      for (const given of bad) {
        const call = (async () => operate(client, given as never))();
        await expect(call).rejects.toThrow(TypeError);
        await expect(call).rejects.toThrow(/must|needs/);
      }
    },
  );

  test("throws a TypeError for a body that cannot be written as JSON", async () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    let deep: object = {};
    for (let depth = 0; depth < 100_000; depth++) deep = { deep };
    const { family, related } = clientOn(answering());
    const messages = related(
      { resources: { messages: { ref: "/messages" } } },
      "messages",
    );
    for (const bad of [circular, deep, { big: 1n }, "text", 7, null]) {
      const created = family("contents").create(bad as object as never);
      await expect(created).rejects.toThrow(TypeError);
      await expect(messages.post(bad as never)).rejects.toThrow(TypeError);
    }
  });

  test("throws a TypeError for an upload that is not a valid file", async () => {
    const { images } = clientOn(answering());
    const image = { bytes, contentType: "image/png", filename: "avatar.png" };
    for (const bad of [{ filename: "" }, { contentType: "x" }, { bytes: 7 }])
      await expect(
        images.uploadTemporary({ ...image, ...bad } as typeof image),
      ).rejects.toThrow(TypeError);
  });
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
