import type { Holds } from "./holds.ts";
import type { Settings, Statement } from "./statement.ts";

/** What follows from all that has been said. The order in which the statements are listed makes no difference. */
export declare function employments(
  statements: readonly Statement[],
  settings: Settings,
): Holds;
