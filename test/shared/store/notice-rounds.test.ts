import { expect, test } from "vitest";
import { tables } from "../../../infra/tables.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createNoticeStore } from "../../../shared/store/notice-store.ts";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();

function roundsForTest() {
  const { documents, clock } = store();
  const nowMs = () => clock.nowMs;
  return createNoticeStore(createTable(documents, tables.store.name), nowMs)
    .rounds;
}

test("one round collects notices at a time, and its execution is noted", async () => {
  const { clock } = store();
  const rounds = roundsForTest();
  expect(await rounds.current()).toBeUndefined();
  const opened = { round: `notices-${startMs}`, openedAtMs: startMs };
  expect(await rounds.open()).toEqual(opened);
  expect(await rounds.current()).toEqual(opened);
  clock.nowMs += minuteMs;
  expect(await rounds.open()).toBeUndefined();
  expect(await rounds.claim("notices-0", "arn:other")).toBe(false);
  expect(await rounds.claim(opened.round, "arn:one")).toBe(true);
  const claimed = { ...opened, execution: "arn:one" };
  expect(await rounds.current()).toEqual(claimed);

  const next = {
    round: `notices-${clock.nowMs}`,
    openedAtMs: clock.nowMs,
  };
  expect(await rounds.open(claimed)).toEqual(next);
  expect(await rounds.current()).toEqual(next);
  clock.nowMs += minuteMs;
  expect(await rounds.open(claimed)).toBeUndefined();
  expect(await rounds.close(opened.round)).toBe(false);
  expect(await rounds.current()).toEqual(next);
  await rounds.claim(next.round, "arn:two");
  expect(await rounds.close(next.round)).toBe(true);
  expect(await rounds.current()).toBeUndefined();
  expect(await store().item("notices")).toEqual({ id: "notices" });
  expect(await rounds.open()).toMatchObject({ openedAtMs: clock.nowMs });
});

test("notices of a reason are gathered for fifteen minutes after the round that told the first one", async () => {
  const { clock } = store();
  const rounds = roundsForTest();
  const reason = "platform-unreachable";
  const untilMs = startMs + 15 * minuteMs;
  expect(await rounds.gatheredUntil(reason, "first")).toBe(startMs);
  expect(await rounds.gather(reason, "first")).toBe(startMs);
  expect(await rounds.gather(reason, "first")).toBe(startMs);
  expect(await rounds.gather("other-reason", "second")).toBe(startMs);
  clock.nowMs = untilMs - 1;
  expect(await rounds.gather(reason, "second")).toBe(untilMs);
  expect(await rounds.gatheredUntil(reason, "second")).toBe(untilMs);
  expect(await rounds.gatheredUntil(reason, "first")).toBe(clock.nowMs);
  clock.nowMs = untilMs;
  expect(await rounds.gather(reason, "second")).toBe(untilMs);
  expect(await rounds.gather(reason, "third")).toBe(untilMs + 15 * minuteMs);
  await rounds.endGathering(reason);
  expect(await rounds.gatheredUntil(reason, "third")).toBe(clock.nowMs);
  expect(await rounds.gather(reason, "third")).toBe(clock.nowMs);
});
