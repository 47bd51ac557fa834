// The clock must be replaced before any other module is loaded.
import "./time/virtual-clock.ts";
import { parseArgs } from "node:util";
import * as z from "zod";
import { faultLevels } from "./system/faults.ts";
import { InvariantBroken } from "./checks/broken.ts";
import { type Progress, simulate } from "./simulation.ts";

const optionsSchema = z.object({
  seed: z.string().default(String(process.hrtime.bigint() % 1_000_000n)),
  days: z.coerce.number().int().min(1),
  people: z.coerce.number().int().min(1),
  faults: z.enum(faultLevels),
  trace: z.string().optional(),
});
const options = readOptions();
const { seed, days, people, faults } = options;
const say = (text: string) => process.stdout.write(text);
const replay = `npm run simulate -- --seed ${seed} --days ${days} --people ${people} --faults ${faults}`;

say(`${replay}\n`);
const beganNs = process.hrtime.bigint();
const began = process.cpuUsage();
try {
  const report = await simulate({
    ...options,
    trace: options.trace,
    onDay: showProgress,
  });
  for (const [name, value] of Object.entries(report))
    say(`${name}: ${textOf(value)}\n`);
  say("nothing is broken\n");
} catch (error) {
  if (!(error instanceof InvariantBroken)) throw error;
  tell(error);
  say(`Replay it: ${replay}\n`);
  process.exitCode = 1;
}
const { user, system } = process.cpuUsage(began);
const seconds = Number(process.hrtime.bigint() - beganNs) / 1e9;
say(
  `took ${seconds.toFixed(1)} s, processor ${((user + system) / 1e6).toFixed(1)} s\n`,
);

function tell({ message, history }: InvariantBroken): void {
  say(`\nBroken: ${message}\n`);
  for (const line of history) say(`  ${line}\n`);
}

function showProgress({ day, events, faults: faultsSoFar, open }: Progress) {
  if (!process.stdout.isTTY && day % 30 !== 0) return;
  const { active, waiting, blocked, forPeople } = open;
  say(
    `day ${day}: ${events} events, ${faultsSoFar} faults; ${active} run, ${waiting} wait, ${blocked} are blocked, ${forPeople} need a person${process.stdout.isTTY ? "\r" : "\n"}`,
  );
}

function textOf(value: unknown): string {
  return value instanceof Map
    ? JSON.stringify(Object.fromEntries(value))
    : String(value);
}

/** Ends the process with a sentence for each option that is wrong. */
function readOptions(): z.output<typeof optionsSchema> {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: "string" },
        days: { type: "string", default: "365" },
        people: { type: "string", default: "1000" },
        faults: { type: "string", default: "usual" },
        trace: { type: "string" },
      },
    });
    return optionsSchema.parse(values);
  } catch (error) {
    const isOurs = error instanceof z.ZodError;
    process.stderr.write(
      `${isOurs ? z.prettifyError(error) : String(error)}\n`,
    );
    process.exit(2);
  }
}
