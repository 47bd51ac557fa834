import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

/**
 * A bearer token signs no time, and two deliveries differ only in their text. With one more blank, a recording is a
 * new delivery. It is also new after we have deleted the first one.
 */
test("a replay of all events of an employment creates and deletes no person, and repeats no status", async () => {
  const { sendAndWait, platform, advanceTime, nowMs, deletions, personOf } =
    environment();
  const employeeId = "E-REPLAY";
  const hire = hireOf(employeeId);
  const events: [type: string, data: object, atMs: number][] = [];
  const sendAndRecord = async (type: string, data: object) => {
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
  const replayAll = async () => {
    for (const [type, data, atMs] of events)
      await sendAndWait(type, data, { atMs });
  };

  await sendAndRecord("employee.hired", hire);
  await sendAndRecord("status.set", { employeeId, text: "first" });
  await sendAndRecord("employee.terminated", { employeeId });
  expect(await personOf(employeeId)).toBeUndefined();
  const gone = { creates: creates(), deletions: deletions() };
  await replayAll();
  expect({ creates: creates(), deletions: deletions() }).toEqual(gone);
  expect(await personOf(employeeId)).toBeUndefined();

  await sendAndRecord("employee.hired", { ...hire, username: "again" });
  await sendAndRecord("status.set", { employeeId, text: "second" });
  await sendAndRecord("status.set", { employeeId, text: "third" });
  const back = await personOf(employeeId);
  const said = platform.activitiesOf(back?.id ?? "").length;
  const now = { creates: creates(), deletions: deletions() };
  await replayAll();
  expect(await personOf(employeeId)).toEqual(back);
  expect(back?.status).toBe("third");
  expect(platform.activitiesOf(back?.id ?? "")).toHaveLength(said);
  expect({ creates: creates(), deletions: deletions() }).toEqual(now);
});
