import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { effort } from "../../resilience/effort.ts";

// A process of its own, because the simulator replaces the clock and the timers. Its start takes most of the time.
const file = join(import.meta.dirname, "histories-process.ts");
const count = effort(10, 150);
// The second seed is another one each time.
const seeds = ["1", `${Date.now() % 1_000_000}`];

test(
  "random histories in the whole system agree with the rules and with their second formulation",
  async () => {
    const args = [file, `${count}`, ...seeds];
    const output = await new Promise<string>((done) =>
      execFile(process.execPath, args, (_, out, err) => done(out + err)),
    );
    expect(output).toMatch(/^(\d+ histories of seed \d+: all are right\n){2}$/);
  },
  // A history that is wrong is played again and again, until it is short.
  600_000,
);
