import { describe, expect, test } from "vitest";
import { useStore } from "./store-for-test.ts";

const store = useStore();

const kinds = {
  "a person of the platform": () => store().persons,
  "an identity": () => {
    const { identities } = store();
    return {
      find: (id: string) => identities.find("slack", id),
      link: (id: string, employeeId: string) =>
        identities.link("slack", id, employeeId),
      unlink: (id: string, employeeId: string) =>
        identities.unlink("slack", id, employeeId),
    };
  },
};

describe.each(Object.entries(kinds))("%s", (_, linksOf) => {
  test("belongs to one employee, who may link it again, until this one unlinks it", async () => {
    const links = linksOf();
    const id = "1001";
    expect(await links.find(id)).toBeUndefined();
    const linked = await Promise.all([
      links.link(id, "E-1"),
      links.link(id, "E-1"),
    ]);
    expect(linked).toEqual([true, true]);
    expect(await links.link(id, "E-2")).toBe(false);
    await links.unlink(id, "E-2");
    expect(await links.find(id)).toBe("E-1");
    for (let times = 0; times < 2; times++) await links.unlink(id, "E-1");
    expect(await links.find(id)).toBeUndefined();
    expect(await links.link(id, "E-2")).toBe(true);
    expect(await links.find(id)).toBe("E-2");
  });
});

test("an id is linked apart as a person, and as each kind of identity", async () => {
  const { persons, identities } = store();
  await persons.link("slack#U9", "E-1");
  expect(await identities.link("slack", "U9", "E-4")).toBe(true);
  expect(await identities.link("teams", "U9", "E-5")).toBe(true);
  expect(await persons.find("slack#U9")).toBe("E-1");
  expect(await identities.find("slack", "U9")).toBe("E-4");
  expect(await identities.find("teams", "U9")).toBe("E-5");
});

test("an object id of Microsoft matches in upper and lower case, and any other id in its own case only", async () => {
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
