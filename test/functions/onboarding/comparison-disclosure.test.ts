import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const guesser = { caller: "guesser", token: "token-of-the-guesser" };
const environment = useInProcess({
  graceDays: 7,
  callers: {
    [guesser.caller]: {
      scheme: "bearer",
      keys: [guesser.token],
      scopes: ["onboard"],
    },
  },
});

const known = {
  phones: [{ value: "+41 44 668 18 00" }],
  address: { locality: "Zürich" },
  email: "zoe@example.com",
  identities: { slack: "T1:U7" },
};

/** What the caller sees of its hire of `employeeId`, without ids and times. */
async function guess(
  employeeId: string,
  changes: object,
): Promise<Record<string, unknown>> {
  const { sendAndWait, operate } = environment();
  const hire = hireOf(employeeId, { ...known, ...changes });
  const { id } = await sendAndWait("employee.hired", hire, guesser);
  const answer = await operate("GET", `/${id}`, undefined, guesser.token);
  expect(answer.status).toBe(200);
  const text = JSON.stringify(await answer.json())
    .replaceAll(id, "op")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");
  return JSON.parse(text) as Record<string, unknown>;
}

test("a second hire with the scope onboard alone tells neither whether guesses fit nor who it is", async () => {
  const { sendAndWait } = environment();
  const first = await sendAndWait("employee.hired", hireOf("G-1", known));
  const { personID = "" } = first.result ?? {};
  expect(personID).not.toBe("");
  const right = await guess("G-1", {});
  expect(right).toMatchObject({ status: "succeeded", sameAs: first.id });
  expect(right).not.toHaveProperty("result");
  for (const wrong of [
    { phones: [{ value: "+41 44 668 18 01" }] },
    { address: { locality: "Genf" } },
    { email: "zoe.b@example.com" },
    { identities: { slack: "T1:U8" } },
    { phones: undefined, address: undefined, identities: undefined },
  ])
    expect(await guess("G-1", wrong)).toEqual(right);
});

test("a caller with the scope onboard alone sees the person that its own hire created", async () => {
  const shown = await guess("G-2", { email: "g2@example.com" });
  const person = await environment().personOf("G-2");
  expect(shown).toMatchObject({ result: { personID: person?.id } });
});

test("a hire that returns a leaver tells a caller with the scope onboard alone no person", async () => {
  const { say, sendAndWait } = environment();
  await sendAndWait("employee.hired", hireOf("G-3"));
  await say("terminated", "G-3");
  const shown = await guess("G-3", { email: "G-3@example.com" });
  expect(shown).not.toHaveProperty("result");
});
