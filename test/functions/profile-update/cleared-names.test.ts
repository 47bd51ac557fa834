import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

const changeName = (employeeId: string, name: object, more: object = {}) =>
  environment().say("changed", employeeId, { name, ...more });

const nameOf = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.name;

test("a change clears one of two names, and the other one becomes the full name", async () => {
  await environment().hire("O-1");
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
  expect(refused).toMatchObject({
    status: "needs_attention",
    reason: "name-required",
  });
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
  const refused = await changeName("O-3", { givenName: null });
  expect(refused.status).toBe("succeeded");
  await passDays(1);
  expect((await find(hired.id)).status).toBe("succeeded");
  // A person has a name.
  expect(await nameOf("O-3")).toMatchObject(hireOf("O-3").name);
});
