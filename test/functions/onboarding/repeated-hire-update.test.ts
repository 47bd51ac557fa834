import { expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const mayOnlyOnboard = {
  token: "a-token-of-a-feed-that-may-only-onboard-0123456789",
  caller: "feed",
};
const environment = useInProcess({
  repeatedHire: "update",
  graceDays: 7,
  callers: {
    feed: {
      scheme: "bearer",
      keys: [mayOnlyOnboard.token],
      scopes: ["onboard", "offboard"],
    },
  },
});

test("a repeated hire changes the fields that it names, and says which", async () => {
  const { sendAndWait, personOf } = environment();
  const first = { title: "Engineer", department: "IT", tags: ["mine"] };
  const hired = await sendAndWait("employee.hired", hireOf("U-1", first));
  const again = await sendAndWait(
    "employee.hired",
    hireOf("U-1", {
      title: "Boss",
      tags: ["theirs"],
      email: "new@example.com",
      identities: { slack: "T1:attached" },
    }),
  );
  expect(again).toMatchObject({
    status: "succeeded",
    sameAs: hired.id,
    result: {
      personID: hired.result?.personID,
      changed: ["/email", "/title"],
    },
    warnings: [{ about: "/tags", reason: "owned-by-person" }],
  });
  expect(await personOf("U-1")).toMatchObject({
    emails: [{ value: "new@example.com" }],
    tags: ["mine"],
    svc: {
      profile: [
        { svc_label: "Title", value: "Boss" },
        { svc_label: "Department", value: "IT" },
      ],
    },
  });
  const { store } = environment();
  expect(await store.identities.find("slack", "T1:attached")).toBeUndefined();
});

test("a repeated hire without differences writes nothing to the platform", async () => {
  const { sendAndWait, platform } = environment();
  await sendAndWait("employee.hired", hireOf("U-2", { title: "Engineer" }));
  const from = platform.journal.length;
  const again = await sendAndWait(
    "employee.hired",
    hireOf("U-2", { title: "Engineer" }),
  );
  expect(again).toMatchObject({ status: "succeeded", warnings: [] });
  const methods = platform.journal.slice(from).map(({ method }) => method);
  expect(methods).toEqual(["GET"]);
});

test("a repeated hire of a caller without the scope update is only compared", async () => {
  const { sendAndWait, personOf } = environment();
  await sendAndWait("employee.hired", hireOf("U-4", { title: "Engineer" }));
  const again = await sendAndWait(
    "employee.hired",
    hireOf("U-4", { title: "Boss" }),
    mayOnlyOnboard,
  );
  expect(again).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "/title", reason: "differs" }],
  });
  expect((await personOf("U-4"))?.svc.profile).toMatchObject([
    { value: "Engineer" },
  ]);
});

test("a repeated hire with the username of another person needs attention and changes nothing", async () => {
  const { sendAndWait, addPerson, personOf } = environment();
  await sendAndWait("employee.hired", hireOf("U-5", { title: "Engineer" }));
  await addPerson("u-5.taken");
  const again = await sendAndWait(
    "employee.hired",
    hireOf("U-5", { title: "Boss", username: "u-5.taken" }),
  );
  expect(again).toMatchObject({
    status: "needs_attention",
    reason: "username-or-email-taken",
  });
  expect((await personOf("U-5"))?.svc).toMatchObject({
    username: "u-5",
    profile: [{ value: "Engineer" }],
  });
});

test("a leaver hired again with a name that is taken is active at once, and can be suspended", async () => {
  const { sendAndWait, addPerson, operate, idle, find } = environment();
  const { store, personOf } = environment();
  const employeeId = "U-6";
  const stateOf = async () => [
    (await store.employees.get(employeeId))?.state,
    (await personOf(employeeId))?.svc.enabled,
  ];
  await sendAndWait("employee.hired", hireOf(employeeId));
  environment().advanceTime(dayMs);
  await sendAndWait("employee.terminated", { employeeId });
  await addPerson("u-6.taken");
  environment().advanceTime(dayMs);
  const startDate = new Date(environment().nowMs()).toISOString();
  const again = hireOf(employeeId, { username: "u-6.taken", startDate });
  const hired = await sendAndWait("employee.hired", again);
  expect(hired).toMatchObject({
    status: "needs_attention",
    reason: "username-or-email-taken",
  });
  expect(await stateOf()).toEqual(["active", true]);

  environment().advanceTime(1_000);
  const suspended = await sendAndWait("employee.suspended", { employeeId });
  expect(suspended.status).toBe("succeeded");
  expect(await stateOf()).toEqual(["suspended", false]);
  await operate("POST", `/${hired.id}/retry`);
  await idle();
  expect((await find(hired.id)).status).toBe("needs_attention");
  expect(await stateOf()).toEqual(["suspended", false]);
});
