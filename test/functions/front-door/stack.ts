import { afterAll, beforeAll } from "vitest";
import {
  type BundledStack,
  startBundledStack,
} from "../../environments/bundled-stack.ts";
import { newFolder } from "../../fixtures/new-folder.ts";
import { effort } from "../../resilience/effort.ts";
import { startCanarySource } from "../../security/secrets/canary-source.ts";
import { listCallers } from "../lists/lists-for-test.ts";

/** How many people the platform has and our store has not. */
export const crowd = effort(2, 30);

type Started = {
  stack: BundledStack;
  /** The folder with the state of the stack. */
  folder: string;
  source: Awaited<ReturnType<typeof startCanarySource>>;
};
let started: Started | undefined;

beforeAll(async () => {
  const folder = newFolder();
  const source = await startCanarySource();
  const stack = await startBundledStack({
    folder,
    callers: { file: listCallers.file, ...source.callers },
    sources: source.sources,
    platform: { crowd },
  });
  started = { stack, folder, source };
});
afterAll(async () => {
  await started?.stack.close();
  await started?.source.close();
});

/** The stack and the helpers that all walks of `front-door.test.ts` use. */
export function frontDoor(): Started {
  if (started) return started;
  throw new Error("the stack is not started yet");
}

export const stack = () => frontDoor().stack;
