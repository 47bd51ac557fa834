import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { shownOperationSchema } from "../../../functions/operations/contract.ts";
import { dayMs } from "../../../shared/durations.ts";
import type { Verb } from "../../../shared/store/verbs.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const bossToken = "token-of-the-boss-with-32-characters";
const environment = useInProcess({
  rehireWithoutStartDate: "report",
  graceDays: 30,
  callers: {
    boss: { scheme: "bearer", keys: [bossToken], scopes: ["operate"] },
  },
});

const dayIn = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString().slice(0, 10);

const say = (type: string, data: object) =>
  environment().sendAndWait(`employee.${type}`, data);

async function later(days: number): Promise<void> {
  environment().advanceTime(days * dayMs);
  await environment().runScheduler();
  await environment().idle();
}

const send = (verb: string, id: string, token = bossToken) =>
  environment().operate("POST", `/${id}/${verb}`, undefined, token);

/** Answers the question of an operation, and resolves to what the operation has come to. */
async function answer(id: string, verb: Verb) {
  const response = await send(verb, id);
  expect(response.status).toBe(202);
  await environment().idle();
  const shown = await environment().operate(
    "GET",
    `/${id}`,
    undefined,
    bossToken,
  );
  return shownOperationSchema.parse(await shown.json());
}

const verbsOf = async (id: string) =>
  shownOperationSchema.parse(
    await (
      await environment().operate("GET", `/${id}`, undefined, bossToken)
    ).json(),
  ).verbs;

const hasAccess = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled ?? false;

const trailOf = ({ history }: z.infer<typeof shownOperationSchema>) =>
  history.map(({ by, reason }) => `${by} ${reason ?? ""}`.trim());

/** A hire without a start date, four days after the employee left. */
async function askAboutRehire(employeeId: string) {
  await say("hired", hireOf(employeeId));
  await say("terminated", { employeeId });
  await later(4);
  expect(await hasAccess(employeeId)).toBe(false);
  return say("hired", hireOf(employeeId, { title: "Lead" }));
}

describe("a hire without a start date that comes after the end", () => {
  test("asks whether it is a rehire or repeats the one before", async () => {
    const { id, ...asked } = await askAboutRehire("ASK-1");
    expect(asked).toMatchObject({
      status: "needs_attention",
      reason: "rehire-unclear",
    });
    expect(await verbsOf(id)).toEqual([
      "is-a-rehire",
      "repeats",
      "retry",
      "resolve",
    ]);
  });

  test("gives access when an operator says that it is a rehire", async () => {
    const employeeId = "REHIRE-1";
    const { id } = await askAboutRehire(employeeId);
    const answered = await answer(id, "is-a-rehire");
    expect(answered).toMatchObject({ status: "succeeded", verbs: [] });
    expect(trailOf(answered)).toContain("caller:boss is-a-rehire");
    expect(await hasAccess(employeeId)).toBe(true);
    await later(40);
    expect(await hasAccess(employeeId)).toBe(true);
  });

  test("changes nothing when an operator says that it repeats, and neither do later repetitions", async () => {
    const employeeId = "REPEATS-1";
    const { id } = await askAboutRehire(employeeId);
    const answered = await answer(id, "repeats");
    expect(answered).toMatchObject({ status: "succeeded" });
    expect(trailOf(answered)).toContain("caller:boss repeats");
    expect(await hasAccess(employeeId)).toBe(false);
    const again = await say("hired", hireOf(employeeId));
    expect(again.status).toBe("succeeded");
    await later(40);
    expect(await environment().personOf(employeeId)).toBeUndefined();
  });
});

/** A termination with a last day before the start of an employment that began five days ago. */
async function askAboutLastDay(employeeId: string) {
  await say("hired", hireOf(employeeId, { startDate: dayIn(0) }));
  await later(5);
  return say("terminated", { employeeId, lastDay: dayIn(-10) });
}

describe("a termination with a last day before the start", () => {
  test("asks whether the employee has left or it is an earlier one, and the person keeps access", async () => {
    const { id, ...asked } = await askAboutLastDay("ASK-2");
    expect(asked).toMatchObject({
      status: "needs_attention",
      reason: "last-day-before-start",
    });
    expect(await verbsOf(id)).toEqual([
      "has-left",
      "is-an-earlier-one",
      "retry",
      "resolve",
    ]);
    expect(await hasAccess("ASK-2")).toBe(true);
  });

  test("takes access when an operator says that the employee has left, and deletes after the grace period", async () => {
    const employeeId = "LEFT-1";
    const { id } = await askAboutLastDay(employeeId);
    const answered = await answer(id, "has-left");
    expect(answered).toMatchObject({ status: "waiting" });
    expect(trailOf(answered)).toContain("caller:boss has-left");
    expect(await hasAccess(employeeId)).toBe(false);
    await later(31);
    expect((await environment().find(id)).status).toBe("succeeded");
    expect(await environment().personOf(employeeId)).toBeUndefined();
  });

  test("takes no access when an operator says that it is an earlier one", async () => {
    const employeeId = "EARLIER-1";
    const { id } = await askAboutLastDay(employeeId);
    const answered = await answer(id, "is-an-earlier-one");
    expect(answered).toMatchObject({
      status: "cancelled",
      reason: "hired-since",
    });
    expect(trailOf(answered)).toContain("caller:boss is-an-earlier-one");
    await later(40);
    expect(await hasAccess(employeeId)).toBe(true);
  });
});

/** A hire that opens the next employment before an end that was said for later. */
async function askAboutEnd(employeeId: string) {
  await say("hired", hireOf(employeeId, { startDate: dayIn(0) }));
  await later(1);
  await say("terminated", { employeeId, lastDay: dayIn(30) });
  return say("hired", hireOf(employeeId, { startDate: dayIn(10) }));
}

describe("a hire that opens the next employment before an end that was said for later", () => {
  test("asks whether the next employment keeps the end", async () => {
    const { id, ...asked } = await askAboutEnd("ASK-3");
    expect(asked).toMatchObject({
      status: "needs_attention",
      reason: "end-said-before",
    });
    expect(await verbsOf(id)).toEqual([
      "keeps-the-end",
      "has-no-end",
      "retry",
      "resolve",
    ]);
  });

  test("takes access at the end when an operator says that it keeps the end", async () => {
    const employeeId = "KEEPS-1";
    const { id } = await askAboutEnd(employeeId);
    const answered = await answer(id, "keeps-the-end");
    expect(answered).toMatchObject({ status: "waiting" });
    expect(trailOf(answered)).toContain("caller:boss keeps-the-end");
    await later(11);
    expect((await environment().find(id)).status).toBe("succeeded");
    expect(await hasAccess(employeeId)).toBe(true);
    await later(21);
    expect(await hasAccess(employeeId)).toBe(false);
  });

  test("takes no access when an operator says that it has no end", async () => {
    const employeeId = "ENDLESS-1";
    const { id } = await askAboutEnd(employeeId);
    const answered = await answer(id, "has-no-end");
    expect(answered).toMatchObject({ status: "waiting" });
    expect(trailOf(answered)).toContain("caller:boss has-no-end");
    await later(11);
    expect((await environment().find(id)).status).toBe("succeeded");
    await later(40);
    expect(await hasAccess(employeeId)).toBe(true);
  });
});

/** A termination that an operator cancelled, and that HR sends again. */
async function askAboutRepetition(employeeId: string) {
  await say("hired", hireOf(employeeId));
  const lastDay = dayIn(10);
  const { id } = await say("terminated", { employeeId, lastDay });
  await answer(id, "cancel");
  return say("terminated", { employeeId, lastDay });
}

describe("an event that is sent again after an operator cancelled it", () => {
  test("is released or rejected", async () => {
    const { id, ...asked } = await askAboutRepetition("ASK-4");
    expect(asked).toMatchObject({
      status: "needs_attention",
      reason: "repeated-after-ruling",
    });
    expect(await verbsOf(id)).toEqual(["release", "reject"]);
  });

  test("counts when an operator releases it", async () => {
    const employeeId = "RELEASED-1";
    const { id } = await askAboutRepetition(employeeId);
    expect(await answer(id, "release")).toMatchObject({ status: "waiting" });
    await later(12);
    expect(await hasAccess(employeeId)).toBe(false);
  });

  test("changes nothing when an operator rejects it", async () => {
    const employeeId = "REJECTED-1";
    const { id } = await askAboutRepetition(employeeId);
    expect(await answer(id, "reject")).toMatchObject({
      status: "cancelled",
      reason: "rejected",
      verbs: [],
    });
    await later(45);
    expect(await hasAccess(employeeId)).toBe(true);
  });
});

const problemSchema = z.object({ type: z.string(), detail: z.string() });

describe("an answer to a question", () => {
  test("that the operation does not ask for is refused with 409, which names the possible answers", async () => {
    const { id } = await askAboutLastDay("WRONG-1");
    for (const verb of [
      "is-a-rehire",
      "repeats",
      "keeps-the-end",
      "has-no-end",
    ]) {
      const refused = await send(verb, id);
      expect(refused.status).toBe(409);
      const { type, detail } = problemSchema.parse(await refused.json());
      expect(type).toMatch(/#not-asked$/);
      expect(detail).toBe(
        "The operation is needs_attention: last-day-before-start. The verbs that apply: has-left, is-an-earlier-one, retry, resolve.",
      );
    }
    expect(await hasAccess("WRONG-1")).toBe(true);
  });

  test("must not come from the caller that sent the event", async () => {
    const { id } = await askAboutLastDay("EYES-1");
    const refused = await environment().operate("POST", `/${id}/has-left`);
    expect(refused.status).toBe(409);
    const { type } = z.object({ type: z.string() }).parse(await refused.json());
    expect(type).toMatch(/#sent-by-yourself$/);
    expect(await hasAccess("EYES-1")).toBe(true);
  });
});
