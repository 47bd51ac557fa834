import { expect, test } from "vitest";
import { shownOperationSchema } from "../../../functions/operations/contract.ts";
import { hourMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess({ graceDays: 7 });

test("the audit trail has one entry for all pauses, with their number and the time of the last", async () => {
  const { hire, say, platform, advanceTime, runScheduler, ask, nowMs } =
    environment();
  await hire("P-1");
  // The platform refuses only the write of the person, so a probe succeeds and there is no outage.
  platform.faults.add({ kind: "status", status: 503, method: "PUT" });
  const { id } = await say("terminated", "P-1");
  const show = async () => {
    const answer = await ask("GET", `/operations/${id}`);
    return shownOperationSchema.parse(await answer.json());
  };
  const first = await show();
  for (let pause = 0; pause < 5; pause++) {
    advanceTime(6 * hourMs);
    await runScheduler();
  }
  const paused = await show();
  expect(paused).toMatchObject({ status: "waiting", blockedBy: "platform" });
  expect(paused.history.slice(0, -1)).toEqual(first.history.slice(0, -1));
  expect(paused.history.at(-1)).toEqual({
    ...first.history.at(-1),
    times: 6,
    lastAt: expect.any(String),
  });
  const { lastAt = "" } = paused.history.at(-1) ?? {};
  expect(nowMs() - Date.parse(lastAt)).toBeLessThan(hourMs);

  platform.faults.clear();
  advanceTime(6 * hourMs);
  await runScheduler();
  const { status, history } = await show();
  expect(status).toBe("waiting");
  expect(history.slice(0, -1)).toEqual(paused.history);
  expect(history.at(-1)).toMatchObject({ reason: "grace", person: "left" });
});
