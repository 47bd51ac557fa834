import { expect } from "vitest";
import * as z from "zod";
import type { Employee } from "../../../shared/store/employee.ts";
import { isErasable, type Operation } from "../../../shared/store/operation.ts";
import type { Stage } from "./environment.ts";
import type { Story } from "./scenarios.ts";
import { writesOf } from "./writes.ts";

let employees = 0;

/** Of one story, played to its end. */
export type Played = {
  /** The operation when it first came to rest, still in that faults. */
  first: Operation;
  /** How far the employee had got by then. */
  state: Employee["state"] | undefined;
  /** What its last run had written on the platform by then, and how many requests all of it had made. */
  writes: readonly string[];
  requests: number;
  /** All the time that its workflows had slept by then, as if no two pauses had overlapped. */
  pausedSeconds: number;
  /** The operation in the end. */
  last: Operation;
};

/** More retries than this nobody has to make once all is well again. */
const maxRetries = 2;

/**
 * Plays a story in an injected fault until its operation comes to rest; where it has ended without success, once more in fine
 * fault, as an operator would have it. Expects that it ends as it should.
 *
 * @param storm - begins right before the event is sent
 */
export async function play(
  stage: Stage,
  story: Story,
  storm: () => void,
): Promise<Played> {
  const employeeId = `W-${++employees}`;
  await story.before(stage, employeeId);
  stage.raise();
  storm();
  const answer = await story.send(stage, employeeId);
  expect(answer.status).toBe(202);
  const { id } = await stage.operation(answer);
  const { operation: first, from } = await goOn(stage, story, id);
  const paused = stage.paused().map(({ seconds }) => seconds);
  const employee = await stage.store.employees.get(employeeId);
  const played = {
    first,
    state: employee?.state,
    writes: writesOf(stage.played().slice(from)),
    requests: stage.played().length,
    pausedSeconds: paused.reduce((sum, seconds) => sum + seconds, 0),
  };
  let last = first;
  for (let retry = 0; retry < maxRetries && !isErasable(last); retry++) {
    stage.clearUp();
    const retried = await stage.operate("POST", `/${id}/retry`);
    expect(retried.status).toBe(202);
    last = (await goOn(stage, story, id)).operation;
  }
  const { status, reason } = last;
  expect(`${status} ${reason}`).toBe(story.ends ?? "succeeded undefined");
  await story.expectEnd(stage, employeeId, last);
  // What the event brought is needed no more.
  const data = await stage.store.payloads.data(last, z.unknown());
  expect(data).toBeUndefined();
  return { ...played, last };
}

/** Until it is at rest, and does not wait. `from` is where in the journal its last run begins. */
async function goOn(
  stage: Stage,
  { isTakenBack = false }: Story,
  id: string,
): Promise<{ operation: Operation; from: number }> {
  for (;;) {
    const from = stage.played().length;
    await stage.idle();
    const operation = await stage.find(id);
    if (operation.status === "accepted") {
      // It could not begin; then it is started again.
      stage.pass(121_000);
      await stage.dispatchDue();
    } else if (operation.status !== "waiting") {
      return { operation, from };
    } else if (isTakenBack) {
      const { status } = await stage.operate("DELETE", `/${id}`);
      expect(status).toBe(202);
    } else {
      stage.pass((operation.dueAtMs ?? 0) - stage.nowMs() + 1_000);
      await stage.dispatchDue();
    }
  }
}
