import { beforeEach, expect, test } from "vitest";
import { shownOperationSchema } from "../../../functions/operations/contract.ts";
import { leadToken, opsToken } from "../../../infra/local/credentials.ts";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";

const environment = useInProcess({
  graceDays: 7,
  rehireWithoutStartDate: "report",
});
/** The last test changes the setting. The next process of the workflows has the new value. */
const changeable: InProcessOptions = { rehireWithoutStartDate: "accept" };
const accepting = useInProcess(changeable);
const { pass } = passingTime(environment);
beforeEach(() => environment().advanceTime(2 * dayMs));

const isEnabled = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled;

test("a question shows its answers as verbs, and the answer of another operator than the sender decides", async () => {
  const { hire, say, passDays, dateIn, act, operate } = environment();
  await hire("ASK-1", { startDate: dateIn(0) });
  await passDays(5);
  const lastDay = dateIn(-10);
  const { id, reason } = await say("terminated", "ASK-1", { lastDay });
  const show = async () => {
    const shown = await operate("GET", `/${id}`, undefined, leadToken);
    return shownOperationSchema.parse(await shown.json());
  };
  expect(reason).toBe("last-day-before-start");
  expect((await show()).verbs).toEqual([
    "has-left",
    "is-an-earlier-one",
    "retry",
    "resolve",
  ]);
  for (const [verb, token, problem] of [
    ["is-a-rehire", leadToken, "not-asked"],
    ["has-left", opsToken, "sent-by-yourself"],
  ] as const) {
    const refused = await act(verb, id, undefined, token);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      type: expect.stringMatching(`#${problem}$`),
    });
  }
  expect(await isEnabled("ASK-1")).toBe(true);
  expect((await act("has-left", id)).status).toBe(202);
  expect(await isEnabled("ASK-1")).toBe(false);
  const { status, history } = await show();
  expect(status).toBe("waiting");
  expect(history.map(({ by }) => by)).toContain("caller:lead");
});

test("a hire that counts again after the cancellation of a termination has its data at its start", async () => {
  const { hire, say, dateIn, find } = environment();
  const { id } = await hire("BACK-1", { startDate: dateIn(120) });
  await say("terminated", "BACK-1", { lastDay: dateIn(20) });
  expect((await find(id)).status).toBe("cancelled");
  await pass(dayMs, dayMs);
  await say("termination_cancelled", "BACK-1");
  await pass(121 * dayMs, dayMs);
  expect(await isEnabled("BACK-1")).toBe(true);
});

test("after the answer is-a-rehire, the person has the data of the latest repetition of the hire", async () => {
  const { hire, say, find, act, personOf } = environment();
  await hire("UNCLEAR-1", { title: "Old" });
  await say("terminated", "UNCLEAR-1", { graceDays: 0 });
  await pass(5 * dayMs, dayMs);
  const asks = await hire("UNCLEAR-1", { title: "New" });
  expect(asks).toMatchObject({ reason: "rehire-unclear" });
  await pass(dayMs, dayMs);
  const again = await hire("UNCLEAR-1", { title: "Corrected" });
  expect(again).toMatchObject({ status: "succeeded", sameAs: asks.id });
  await act("is-a-rehire", asks.id);
  expect(await find(asks.id)).toMatchObject({ status: "succeeded" });
  const person = await personOf("UNCLEAR-1");
  expect(JSON.stringify(person?.svc)).toContain("Corrected");
});

test("an accepted rehire keeps access after the setting no longer accepts rehires without a start date", async () => {
  const { hire, say, passDays, endProcess, stateOf } = accepting();
  await hire("AGAIN-1");
  await say("terminated", "AGAIN-1");
  await passDays(5);
  await hire("AGAIN-1");
  changeable.rehireWithoutStartDate = "report";
  endProcess();
  await say("changed", "AGAIN-1", { title: "Lead" });
  expect(await stateOf("AGAIN-1")).toBe("active, enabled");
});
