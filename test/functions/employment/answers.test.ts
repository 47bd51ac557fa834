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

const send = (verb: string, id: string) =>
  environment().operate("POST", `/${id}/${verb}`, undefined, bossToken);

async function show(id: string) {
  const shown = await environment().operate(
    "GET",
    `/${id}`,
    undefined,
    bossToken,
  );
  return shownOperationSchema.parse(await shown.json());
}

/** Answers the question of an operation, and resolves to what the operation has come to. */
async function answer(id: string, verb: Verb) {
  expect((await send(verb, id)).status).toBe(202);
  await environment().idle();
  return show(id);
}

const hasAccess = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled ?? false;

type Question = {
  reason: string;
  /** Says what leads to the question, and resolves to the operation that asks. */
  ask: (employeeId: string) => ReturnType<typeof say>;
  verbs: Verb[];
  answers: {
    verb: Verb;
    /** What the operation comes to. */
    becomes: object;
    /** Access at once, and after so many days more. */
    access: [atOnce: boolean, ...[days: number, access: boolean][]];
  }[];
};

const questions: Question[] = [
  {
    reason: "rehire-unclear",
    ask: async (employeeId) => {
      await say("hired", hireOf(employeeId));
      await say("terminated", { employeeId });
      await later(4);
      return say("hired", hireOf(employeeId, { title: "Lead" }));
    },
    verbs: ["is-a-rehire", "repeats", "retry", "resolve"],
    answers: [
      {
        verb: "is-a-rehire",
        becomes: { status: "succeeded", verbs: [] },
        access: [true, [40, true]],
      },
      {
        verb: "repeats",
        becomes: { status: "succeeded" },
        access: [false, [40, false]],
      },
    ],
  },
  {
    reason: "last-day-before-start",
    ask: async (employeeId) => {
      await say("hired", hireOf(employeeId, { startDate: dayIn(0) }));
      await later(5);
      return say("terminated", { employeeId, lastDay: dayIn(-10) });
    },
    verbs: ["has-left", "is-an-earlier-one", "retry", "resolve"],
    answers: [
      {
        verb: "has-left",
        becomes: { status: "waiting" },
        access: [false, [31, false]],
      },
      {
        verb: "is-an-earlier-one",
        becomes: { status: "cancelled", reason: "hired-since" },
        access: [true, [40, true]],
      },
    ],
  },
  {
    reason: "end-said-before",
    ask: async (employeeId) => {
      await say("hired", hireOf(employeeId, { startDate: dayIn(0) }));
      await later(1);
      await say("terminated", { employeeId, lastDay: dayIn(30) });
      return say("hired", hireOf(employeeId, { startDate: dayIn(10) }));
    },
    verbs: ["keeps-the-end", "has-no-end", "retry", "resolve"],
    answers: [
      {
        verb: "keeps-the-end",
        becomes: { status: "waiting" },
        access: [true, [11, true], [21, false]],
      },
      {
        verb: "has-no-end",
        becomes: { status: "waiting" },
        access: [true, [51, true]],
      },
    ],
  },
  {
    reason: "repeated-after-ruling",
    ask: async (employeeId) => {
      await say("hired", hireOf(employeeId));
      const lastDay = dayIn(10);
      const { id } = await say("terminated", { employeeId, lastDay });
      await answer(id, "cancel");
      return say("terminated", { employeeId, lastDay });
    },
    verbs: ["release", "reject"],
    answers: [
      {
        verb: "release",
        becomes: { status: "waiting" },
        access: [true, [12, false]],
      },
      {
        verb: "reject",
        becomes: { status: "cancelled", reason: "rejected", verbs: [] },
        access: [true, [45, true]],
      },
    ],
  },
];

let employees = 0;

describe.each(questions)("the question $reason", (question) => {
  const { reason, ask, verbs, answers } = question;

  test.each(answers)(
    "is asked once, and $verb answers it, stands in the audit trail, and decides the access",
    async ({ verb, becomes, access: [atOnce, ...others] }) => {
      const employeeId = `ASK-${++employees}`;
      const asked = await ask(employeeId);
      expect(asked).toMatchObject({ status: "needs_attention", reason });
      expect((await show(asked.id)).verbs).toEqual(verbs);
      const answered = await answer(asked.id, verb);
      expect(answered).toMatchObject(becomes);
      expect(answered.history.map(({ by }) => by)).toContain("caller:boss");
      expect(await hasAccess(employeeId)).toBe(atOnce);
      for (const [days, access] of others) {
        await later(days);
        expect(await hasAccess(employeeId)).toBe(access);
      }
    },
  );
});

const problemSchema = z.object({ type: z.string(), detail: z.string() });
const askAboutLastDay = (employeeId: string) => questions[1]!.ask(employeeId);

describe("an answer to a question", () => {
  test("that the operation does not ask for is refused with 409, which names the possible answers", async () => {
    const { id } = await askAboutLastDay("WRONG-1");
    const refused = await send("is-a-rehire", id);
    expect(refused.status).toBe(409);
    const { type, detail } = problemSchema.parse(await refused.json());
    expect(type).toMatch(/#not-asked$/);
    expect(detail).toBe(
      "The operation is needs_attention: last-day-before-start. The verbs that apply: has-left, is-an-earlier-one, retry, resolve.",
    );
    expect(await hasAccess("WRONG-1")).toBe(true);
  });

  test("must not come from the caller that sent the event", async () => {
    const { id } = await askAboutLastDay("EYES-1");
    const refused = await environment().operate("POST", `/${id}/has-left`);
    expect(refused.status).toBe(409);
    const { type } = problemSchema.parse(await refused.json());
    expect(type).toMatch(/#sent-by-yourself$/);
    expect(await hasAccess("EYES-1")).toBe(true);
  });
});
