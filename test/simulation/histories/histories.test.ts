import { expect, test } from "vitest";
import { effort } from "../../resilience/effort.ts";
import { runAlone } from "../run-alone.ts";

// The second formulation of the rules is `right-access.ts` of the checker, which shares no code with them.
test(
  "random histories in the whole system agree with the rules and with their second formulation",
  async () => {
    const count = `${effort(10, 150)}`;
    // The second seed is another one each time.
    const seeds = ["1", `${Date.now() % 1_000_000}`];
    const file = "histories/histories-process.ts";
    expect(await runAlone(file, count, ...seeds)).toMatch(
      /^(\d+ histories of seed \d+: all are right\n){2}$/,
    );
  },
  // A history that is wrong is played again and again, until it is short.
  600_000,
);
