import { expect, test } from "vitest";
import { setEnabledInStep } from "../../../shared/person/set-enabled.ts";

/** A run of a workflow that records its steps and pauses. */
function createRun() {
  const done: string[] = [];
  const run = {
    steps: {
      sideEffect: (name: string, body: () => Promise<unknown>) => {
        done.push(name);
        return body();
      },
    },
    context: {
      wait: async (name: string, { seconds }: { seconds: number }) =>
        void done.push(`${name}: ${seconds} s`),
    },
  } as unknown as Parameters<typeof setEnabledInStep>[0];
  return { run, done };
}

test("a person is disabled by one step if no earlier write can arrive late", async () => {
  const { run, done } = createRun();
  await setEnabledInStep(run, "disable person", async () => ({
    isDoubtful: false,
  }));
  expect(done).toEqual(["disable person"]);
});

test("a person is disabled again after five minutes if an earlier write can arrive late", async () => {
  const { run, done } = createRun();
  await setEnabledInStep(run, "disable person", async () => ({
    isDoubtful: true,
  }));
  expect(done).toEqual([
    "disable person",
    "before disable person again: 300 s",
    "disable person again",
  ]);
});
