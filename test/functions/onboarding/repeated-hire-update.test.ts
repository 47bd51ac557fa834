import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";

const environment = useInProcess({ repeatedHire: "update", graceDays: 7 });

test("a repeated hire changes the named fields, except those that the person owns, and links no identity", async () => {
  const { hire, personOf, profileOf, store } = environment();
  const first = { title: "Engineer", department: "IT", tags: ["mine"] };
  const hired = await hire("U-1", first);
  const again = await hire("U-1", {
    title: "Boss",
    tags: ["theirs"],
    email: "new@example.com",
    identities: { slack: "T1:attached" },
  });
  expect(again).toMatchObject({
    status: "succeeded",
    sameAs: hired.id,
    result: { personID: hired.result?.personID, changed: ["/email", "/title"] },
    warnings: [{ about: "/tags", reason: "owned-by-person" }],
  });
  expect(await personOf("U-1")).toMatchObject({
    emails: [{ value: "new@example.com" }],
    tags: ["mine"],
  });
  expect(await profileOf("U-1")).toEqual({ Title: "Boss", Department: "IT" });
  expect(await store.identities.find("slack", "T1:attached")).toBeUndefined();
});

test("a repeated hire without differences writes nothing to the platform", async () => {
  const { hire, noteCalls } = environment();
  await hire("U-2", { title: "Engineer" });
  const calls = noteCalls();
  const again = await hire("U-2", { title: "Engineer" });
  expect(again).toMatchObject({ status: "succeeded", warnings: [] });
  expect(calls()).toEqual(["GET /people/{personID}"]);
});

test("a leaver hired again with a taken username is active at once, and a retry does not end a suspension", async () => {
  const { hire, say, act, addPerson, find, stateOf, passDays, nowMs } =
    environment();
  await hire("U-6");
  await passDays(1);
  await say("terminated", "U-6");
  await addPerson("u-6.taken");
  await passDays(1);
  const startDate = new Date(nowMs()).toISOString();
  const hired = await hire("U-6", { username: "u-6.taken", startDate });
  expect(hired).toMatchObject(needsAttention("username-or-email-taken"));
  expect(await stateOf("U-6")).toBe("active, enabled");
  expect((await say("suspended", "U-6")).status).toBe("succeeded");
  expect(await stateOf("U-6")).toBe("suspended, disabled");
  await act("retry", hired.id);
  expect((await find(hired.id)).status).toBe("needs_attention");
  expect(await stateOf("U-6")).toBe("suspended, disabled");
});
