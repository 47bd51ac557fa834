import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({ protectedUsernames: ["the.boss"] });

const change = (
  employeeId: string,
  fields: object,
  atMs = environment().nowMs(),
) => environment().say("changed", employeeId, fields, { atMs });

/** Hires an employee. Resolves to the id of their person. */
async function hire(employeeId: string): Promise<string> {
  const { result } = await environment().hire(employeeId);
  return result?.personID ?? "";
}

test("a rename to a taken name needs attention, and a retry does it when the name is free", async () => {
  const { platform, addPerson, find, personOf, store, act } = environment();
  const personID = await hire("R-3");
  const other = await addPerson("r-3.new");
  const before = await personOf("R-3");
  const refused = await change("R-3", { username: "r-3.new", title: "Boss" });
  expect(refused).toMatchObject(needsAttention("username-or-email-taken"));
  expect(await personOf("R-3")).toEqual(before);
  expect((await store.employees.get("R-3"))?.otherUsernames).toEqual([]);

  await environment().platformAuth.service.people.remove(other);
  await act("retry", refused.id);
  expect(await find(refused.id)).toMatchObject({
    status: "succeeded",
    result: { changed: ["/username", "/title"] },
  });
  expect(platform.findPerson("r-3.new")?.id).toBe(personID);
});

test("a person who would get a protected name is not changed, and an older change is outdated", async () => {
  const { nowMs, advanceTime, personOf } = environment();
  await hire("R-7");
  advanceTime(10_000);
  const before = await personOf("R-7");
  const atMs = nowMs();
  const fields = { username: "The.Boss", title: "Boss" };
  const refused = await change("R-7", fields, atMs);
  expect(refused).toMatchObject(needsAttention("person-protected"));
  expect(await change("R-7", { title: "Lead" }, atMs - 1_000)).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "/title", reason: "newer-change" }],
  });
  expect(await personOf("R-7")).toEqual(before);
});

test("a person who was renamed by hand is not changed", async () => {
  const { platformAuth, personOf } = environment();
  const personID = await hire("R-4");
  await platformAuth.service.people.update(personID, (person) => ({
    ...person,
    svc: { ...person.svc, username: "r-4.stranger" },
  }));
  const before = await personOf("R-4");
  const changed = await change("R-4", { username: "r-4.new", title: "Boss" });
  expect(changed).toMatchObject(needsAttention("person-differs"));
  expect(await personOf("R-4")).toEqual(before);
});

test("a hire without a username that is repeated after a rename reports no other username", async () => {
  const { personOf } = environment();
  const username = "r-13.new";
  const hireAgain = () => environment().hire("R-13", { username: undefined });
  await hireAgain();
  await change("R-13", { username });
  expect((await personOf("R-13"))?.svc.username).toBe(username);
  expect(await hireAgain()).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
});

const ignoring = useInProcess({ platform: { renames: false } });

test("a platform that ignores renames ends a rename with a warning, and a termination recognises the person", async () => {
  const { hire: hireThere, say, personOf, platform } = ignoring();
  await hireThere("R-5");
  const renamed = await say("changed", "R-5", {
    title: "Boss",
    username: "r-5.new",
    email: "r-5.new@example.com",
  });
  expect(renamed).toMatchObject({
    status: "succeeded",
    result: { changed: ["/title"] },
    warnings: [
      { about: "/username", reason: "rename-ignored" },
      { about: "/email", reason: "rename-ignored" },
    ],
  });
  expect((await personOf("R-5"))?.svc.username).toBe("r-5");
  const left = await say("terminated", "R-5");
  expect(left.status).toBe("succeeded");
  expect(platform.findPerson("r-5")).toBeUndefined();
});

const changeName = (employeeId: string, name: object, more: object = {}) =>
  change(employeeId, { name, ...more });

const nameOf = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.name;

test("a change clears one of two names, and the other one becomes the full name", async () => {
  await hire("O-1");
  const cleared = await changeName("O-1", { givenName: null });
  expect(cleared).toMatchObject({ status: "succeeded", warnings: [] });
  expect(cleared.result?.changed).toEqual([
    "/name/givenName",
    "/name/formatted",
  ]);
  const { familyName } = hireOf("O-1").name;
  const expected = { givenName: "-", familyName, formatted: familyName };
  expect(await nameOf("O-1")).toMatchObject(expected);

  const again = await changeName("O-1", { givenName: null });
  expect(again).toMatchObject({ status: "succeeded", result: { changed: [] } });
});

test("a change that clears the only name needs attention, changes nothing, and is still the latest", async () => {
  const { hire, say, nowMs, personOf } = environment();
  await hire("O-2", { name: { familyName: "Mononym" }, location: "Bern" });
  const olderMs = nowMs() - 500;
  const refused = await changeName(
    "O-2",
    { familyName: null },
    { location: "Oslo" },
  );
  expect(refused).toMatchObject(needsAttention("name-required"));
  expect(await personOf("O-2")).toMatchObject({
    name: { givenName: "-", familyName: "Mononym", formatted: "Mononym" },
    location: "Bern",
  });
  const older = await say(
    "changed",
    "O-2",
    { name: { givenName: "Ada", familyName: null } },
    { atMs: olderMs },
  );
  expect(older).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "/name/familyName", reason: "newer-change" }],
  });
});

test("a person who is hired keeps the names of the hire when changes have cleared all", async () => {
  const { hire, find, dateIn, passDays } = environment();
  const hired = await hire("O-3", { startDate: dateIn(1) });
  const cleared = await changeName("O-3", { familyName: null });
  expect(cleared).toMatchObject({ status: "succeeded", sameAs: hired.id });
  const clearedToo = await changeName("O-3", { givenName: null });
  expect(clearedToo.status).toBe("succeeded");
  await passDays(1);
  expect((await find(hired.id)).status).toBe("succeeded");
  // A person is never without a name.
  expect(await nameOf("O-3")).toMatchObject(hireOf("O-3").name);
});
