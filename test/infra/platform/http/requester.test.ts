import { describe, expect, test } from "vitest";
import {
  basic,
  call,
  createPerson,
  platformForTest,
  asAda,
  asBob,
  asService,
  namesIn,
  objectOf,
} from "../platform-for-test.ts";
import type { HiddenField } from "../../../../infra/platform/state/platform-state.ts";

test("HTTP Basic accepts any case of the scheme and the username", async () => {
  const platform = await platformForTest();
  const as = basic("Service", "service-password").replace("Basic", "basic");
  expect((await call(platform, "GET", "/people", { as })).status).toBe(200);
});

const contact = {
  phoneNumbers: [{ value: "+44 20 7946 0000", svc_label: "Phone Number" }],
  addresses: [{ value: { locality: "London" }, svc_label: "Address" }],
  tags: ["engines"],
};

async function adaWithHidden(...fields: HiddenField[]) {
  const platform = await platformForTest();
  const { id } = await createPerson(platform, "ada", contact);
  await createPerson(platform, "bob");
  platform.admin.hideFields(id, fields);
  const readAs = async (as: string) =>
    objectOf(await call(platform, "GET", `/people/${id}`, { as }));
  return { platform, id, readAs };
}

describe("hidden fields", () => {
  test.each(["emails", "phoneNumbers", "addresses", "tags"] as const)(
    "%s are present only if at least one is visible to the requester",
    async (field) => {
      const { readAs } = await adaWithHidden(field);
      expect(await readAs(asBob)).not.toHaveProperty(field);
      expect(await readAs(asAda)).toHaveProperty(field);
      expect(await readAs(asService)).toHaveProperty(field);
      const others = ["emails", "phoneNumbers", "addresses", "tags"];
      for (const other of others.filter((name) => name !== field)) {
        expect(await readAs(asBob)).toHaveProperty(other);
      }
    },
  );

  test("displayName is the username if the person hides its name from the requester", async () => {
    const { readAs } = await adaWithHidden("name");
    const forBob = await readAs(asBob);
    expect(forBob).toHaveProperty("displayName", "ada");
    expect(forBob).not.toHaveProperty("name");
    expect(await readAs(asAda)).toHaveProperty("displayName", "ada Example");
    expect(await readAs(asService)).toHaveProperty("name");
  });

  test("a filter by a hidden tag finds no person", async () => {
    const { platform } = await adaWithHidden("tags");
    const path = "/people?tag=engines";
    expect(await namesIn(platform, path, "id", asBob)).toEqual([]);
    expect(await namesIn(platform, path, "id", asAda)).toHaveLength(1);
  });
});
