import { expect, test } from "vitest";
import { useStore } from "./store-for-test.ts";

const store = useStore();

test("a person of the platform belongs to one employee", async () => {
  const { persons } = store();
  expect(await persons.find("1001")).toBeUndefined();
  expect(await persons.link("1001", "E-1")).toBe(true);
  expect(await persons.link("1001", "E-1")).toBe(true);
  expect(await persons.link("1001", "E-2")).toBe(false);
  expect(await persons.find("1001")).toBe("E-1");
});

test("of fifty employees that claim one person, exactly one gets it", async () => {
  const { persons } = store();
  const linked = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      persons.link("race", `E-${index}`),
    ),
  );
  expect(linked.filter(Boolean)).toHaveLength(1);
  expect(await persons.find("race")).toBe(`E-${linked.indexOf(true)}`);
});

test("an unlinked person belongs to no employee, and can be linked to another", async () => {
  const { persons, identities, ids } = store();
  await persons.link("1002", "E-1");
  await identities.link("slack", "T1:U2", "E-1");
  for (let i = 0; i < 2; i++) {
    await persons.unlink("1002", "E-1");
    await identities.unlink("slack", "T1:U2", "E-1");
  }
  expect(await persons.find("1002")).toBeUndefined();
  expect(await identities.find("slack", "T1:U2")).toBeUndefined();
  expect(await ids()).not.toContain("person#1002");
  expect(await persons.link("1002", "E-2")).toBe(true);
});

test("a link of another employee cannot be removed", async () => {
  const { persons, identities } = store();
  await persons.link("1003", "E-1");
  await identities.link("teams", "29:a", "E-1");
  await persons.unlink("1003", "E-2");
  await identities.unlink("teams", "29:a", "E-2");
  expect(await persons.find("1003")).toBe("E-1");
  expect(await identities.find("teams", "29:a")).toBe("E-1");
});

test("a person and an identity of the same name are two links", async () => {
  const { persons, identities } = store();
  await persons.link("slack#U9", "E-1");
  expect(await identities.find("slack", "U9")).toBeUndefined();
});
