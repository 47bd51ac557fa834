import { useBundledStack } from "../environments/bundled-stack.ts";
import { effort } from "../resilience/effort.ts";
import { listCallers } from "./lists/lists-for-test.ts";

/** The number of people on the platform that are not in our store. */
export const crowd = effort(2, 30);

/** The stack of the walks of `front-door.test.ts`. */
export const stack = useBundledStack({
  callers: { file: listCallers.file },
  platform: { crowd },
});
