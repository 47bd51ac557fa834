import { afterAll, beforeAll } from "vitest";
import {
  type BundledStack,
  startBundledStack,
} from "../../environments/bundled-stack.ts";
import { localPermits } from "../../../infra/local/aws/permissions.ts";
import { localEnvironments } from "../../../infra/local/functions.ts";
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
/** What functions have asked of AWS: `function: action resource`. */
export const asked = { allowed: new Set<string>(), denied: new Set<string>() };
let started: Started | undefined;

beforeAll(async () => {
  const folder = newFolder();
  const source = await startCanarySource();
  const stack = await startBundledStack({
    folder,
    historyInPages: true,
    callers: { file: listCallers.file, ...source.callers },
    sources: source.sources,
    subscribers: source.subscribers,
    platform: { crowd },
    permits: (name, request) => {
      const isAllowed = localPermits(name, request);
      const { action, resource } = request;
      asked[isAllowed ? "allowed" : "denied"].add(
        `${name}: ${action} ${resource}`,
      );
      return isAllowed;
    },
    environments: (endpoints) => {
      const usual = localEnvironments(endpoints);
      // Only with a limit does the doctor reserve its calls.
      const limit = { PLATFORM_CALLS_PER_SECOND: "1000" };
      const doctor = { ...usual["doctor-handler"], ...limit };
      return { ...usual, "doctor-handler": doctor };
    },
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
