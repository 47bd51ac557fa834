import { expect, test } from "vitest";
import { useStore } from "./store-for-test.ts";

const store = useStore();

test("an identity leads to its employee", async () => {
  const { identities } = store();
  expect(await identities.find("slack", "T1:U1")).toBeUndefined();
  expect(await identities.link("slack", "T1:U1", "E-1")).toBe(true);
  expect(await identities.find("slack", "T1:U1")).toBe("E-1");
});

test("a repeated link succeeds, and a link to another employee is refused", async () => {
  const { identities } = store();
  await identities.link("slack", "T1:U2", "E-2");
  expect(await identities.link("slack", "T1:U2", "E-2")).toBe(true);
  expect(await identities.link("slack", "T1:U2", "E-3")).toBe(false);
  expect(await identities.find("slack", "T1:U2")).toBe("E-2");
});

test("the same id under another kind is another identity", async () => {
  const { identities } = store();
  await identities.link("slack", "U3", "E-4");
  expect(await identities.link("teams", "U3", "E-5")).toBe(true);
  expect(await identities.find("slack", "U3")).toBe("E-4");
  expect(await identities.find("teams", "U3")).toBe("E-5");
});

test("an object id of Microsoft matches in upper and lower case, and other ids do not", async () => {
  const { identities } = store();
  const lower = "0a1b2c3d-4e5f-6789-abcd-ef0123456789";
  const upper = lower.toUpperCase();
  await identities.link("teams", upper, "E-6");
  expect(await identities.find("teams", lower)).toBe("E-6");
  // A later version of this code must find the stored items.
  expect(await store().ids()).toContain(`identity#teams#${lower}`);
  expect(await identities.link("teams", lower, "E-7")).toBe(false);
  await identities.unlink("teams", lower, "E-6");
  expect(await identities.find("teams", upper)).toBeUndefined();

  for (const id of ["T1:Ua", `x${lower}`, `${lower}x`, lower.slice(1)]) {
    await identities.link("slack", id, "E-8");
    expect(await identities.find("slack", id.toUpperCase())).toBeUndefined();
  }
});

test("only its own employee can unlink an identity, which then belongs to no employee", async () => {
  const { identities } = store();
  await identities.link("slack", "T1:U9", "E-9");
  await identities.unlink("slack", "T1:U9", "E-10");
  expect(await identities.find("slack", "T1:U9")).toBe("E-9");
  await identities.unlink("slack", "T1:U9", "E-9");
  expect(await identities.find("slack", "T1:U9")).toBeUndefined();
});

test("of fifty employees that claim one identity, exactly one gets it", async () => {
  const { identities } = store();
  const linked = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      identities.link("slack", "T1:race", `E-${index}`),
    ),
  );
  expect(linked.filter(Boolean)).toHaveLength(1);
  expect(await identities.find("slack", "T1:race")).toBe(
    `E-${linked.indexOf(true)}`,
  );
});
