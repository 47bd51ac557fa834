import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { recordFigure } from "../../resilience/figures.ts";
import { area } from "./fuzz.ts";

const environment = useInProcess();

/**
 * A bearer token signs no time, and what tells two deliveries apart is their text alone: with one more blank in it, a
 * recording is a delivery that nobody has seen, as it is once we have forgotten the first.
 */
test("what was recorded of a life and is played back later brings nobody back, takes nobody away, and says nothing again", async (context) => {
  const { sendAndWait, platform, advanceTime, nowMs, deletions, personOf } =
    environment();
  const employeeId = "E-REPLAY";
  const hire = hireOf(employeeId);
  const events: [type: string, data: object, atMs: number][] = [];
  const happens = async (type: string, data: object) => {
    advanceTime(60_000);
    const atMs = nowMs();
    events.push([type, data, atMs]);
    return sendAndWait(type, data, { atMs });
  };
  const creates = () =>
    platform.journal.filter(
      ({ method, path, applied }) =>
        method === "POST" && path === "/people" && applied,
    ).length;
  let replays = 0;
  const replayAll = async () => {
    for (const [type, data, atMs] of events) {
      await sendAndWait(type, data, { atMs });
      replays++;
    }
  };

  await happens("employee.hired", hire);
  await happens("status.set", { employeeId, text: "first" });
  await happens("employee.terminated", { employeeId });
  expect(await personOf(employeeId)).toBeUndefined();
  const gone = { creates: creates(), deletions: deletions() };
  await replayAll();
  expect({ creates: creates(), deletions: deletions() }).toEqual(gone);
  expect(await personOf(employeeId)).toBeUndefined();

  await happens("employee.hired", { ...hire, username: "again" });
  await happens("status.set", { employeeId, text: "second" });
  await happens("status.set", { employeeId, text: "third" });
  const back = await personOf(employeeId);
  const said = platform.activitiesOf(back?.id ?? "").length;
  const now = { creates: creates(), deletions: deletions() };
  await replayAll();
  expect(await personOf(employeeId)).toEqual(back);
  expect(back?.status).toBe("third");
  expect(platform.activitiesOf(back?.id ?? "")).toHaveLength(said);
  expect({ creates: creates(), deletions: deletions() }).toEqual(now);

  const effects =
    creates() -
    now.creates +
    (deletions() - now.deletions) +
    (platform.activitiesOf(back?.id ?? "").length - said);
  recordFigure(context.task, {
    area,
    what: "replays of tokens that sign no time, long after",
    figure: `${replays} tried, ${effects} effects on the platform`,
  });
});
