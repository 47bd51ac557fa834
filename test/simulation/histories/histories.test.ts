import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { effort } from "../../resilience/effort.ts";

// A process of its own, because the simulator replaces the clock and the timers. Its start takes most of the time.
const file = join(import.meta.dirname, "histories-process.ts");
const count = effort(10, 150);

test(
  "random histories of two seeds, one of them another each time, end as the second formulation of the rules says",
  async () => {
    const args = [file, `${count}`, "1", `${Date.now() % 1_000_000}`];
    const output = await new Promise<string>((done) =>
      execFile(process.execPath, args, (_, out, err) => done(out + err)),
    );
    expect(output).toMatch(/^(\d+ histories of seed \d+: all are right\n){2}$/);
  },
  // A history that is wrong is played again and again, until it is short.
  600_000,
);
