// The clock must be replaced before any other module is loaded.
import "./time/virtual-clock.ts";
import { parseArgs } from "node:util";
import * as z from "zod";
import { InvariantBroken } from "./checks/broken.ts";
import { dayMs } from "../../shared/durations.ts";
import { shrink } from "./shrink.ts";
import { beginMs, type Progress, simulate } from "./simulation.ts";
import { faultLevels, usualShares } from "./system/faults.ts";

const optionsSchema = z.object({
  seed: z.string().default(String(process.hrtime.bigint() % 1_000_000n)),
  /** How many runs follow each other, each with a seed of its own. */
  runs: z.coerce.number().int().min(1),
  days: z.coerce.number().int().min(1),
  people: z.coerce.number().int().min(1),
  upserts: z.coerce.number().int().min(0).optional(),
  faults: z.enum(faultLevels),
  trace: z.string().optional(),
  events: z
    .string()
    .transform((text) => text.split(",").map(Number))
    .optional(),
  without: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter(Boolean)),
  shrink: z.boolean(),
  strict: z.boolean(),
});
const options = readOptions();
const say = (text: string) => process.stdout.write(text);

const beganNs = process.hrtime.bigint();
const began = process.cpuUsage();
for (let run = 1; run <= options.runs && !process.exitCode; run++)
  await runOnce({
    ...options,
    seed: options.runs === 1 ? options.seed : `${options.seed}-${run}`,
  });
const { user, system } = process.cpuUsage(began);
const seconds = Number(process.hrtime.bigint() - beganNs) / 1e9;
say(
  `took ${seconds.toFixed(1)} s, processor ${((user + system) / 1e6).toFixed(1)} s\n`,
);

async function runOnce(one: typeof options): Promise<void> {
  say(`${commandOf(one)}\n`);
  /** The employee of each event that HR said, by the number of the event. */
  const saidOf = new Map<number, string>();
  try {
    const report = await simulate({
      ...one,
      onDay: showProgress,
      onEvent: (number, employee) => saidOf.set(number, employee),
    });
    for (const [name, value] of Object.entries(report))
      say(`${name}: ${textOf(value)}\n`);
    say("nothing is broken\n");
  } catch (error) {
    if (!(error instanceof InvariantBroken)) throw error;
    process.exitCode = 1;
    tell(error);
    say(`Replay it: ${commandOf(one)}\n`);
    if (one.shrink) await tellShortest(one, saidOf, error);
  }
}

function commandOf(one: typeof options): string {
  const { seed, days, people, upserts, strict, faults, events, without } = one;
  const command = `npm run simulate -- --seed ${seed} --days ${days} --people ${people} --faults ${faults}`;
  const part = [
    ...(strict ? ["--strict"] : []),
    ...(upserts === undefined ? [] : ["--upserts", upserts]),
    ...(events ? ["--events", events.join()] : []),
    ...(without.length > 0 ? ["--without", without.join()] : []),
  ];
  return [command, ...part].join(" ");
}

/** Tells the shortest history that breaks the same, and the command that replays it. */
async function tellShortest(
  one: typeof options,
  saidOf: ReadonlyMap<number, string>,
  { message, invariant }: InvariantBroken,
): Promise<void> {
  const about = /E-\d+/.exec(message)?.[0];
  const all = [...saidOf.keys()];
  const own = all.filter((number) => saidOf.get(number) === about);
  let shortest: InvariantBroken | undefined;
  const kinds = Object.keys(usualShares);
  /** A number is an event that is said, and a name is a kind of fault that happens. */
  const partOf = (parts: readonly (number | string)[]) => ({
    events: parts.filter((part) => typeof part === "number"),
    without: [...one.without, ...kinds.filter((kind) => !parts.includes(kind))],
  });
  const breaks = async (parts: readonly (number | string)[]) => {
    try {
      const quiet = { onDay: () => undefined, onEvent: () => undefined };
      const part = { ...partOf(parts), trace: undefined };
      await simulate({ ...one, ...part, ...quiet });
    } catch (error) {
      if (!(error instanceof InvariantBroken)) return false;
      if (error.invariant === invariant) shortest = error;
      return error.invariant === invariant;
    }
    return false;
  };
  // Often the events of the employee alone break it. Then the search is short.
  const isOwn = await breaks([...own, ...kinds]);
  const whole = [...(isOwn ? own : all), ...kinds];
  const { events, without } = partOf(await shrink(whole, breaks));
  if (shortest) tell(shortest);
  say(
    `The shortest history that was found has ${events.length} of ${all.length} events. Replay it: ${commandOf({ ...one, events, without })}\n`,
  );
}

function tell({ message, history, atMs }: InvariantBroken): void {
  const day = Math.floor((atMs - beginMs) / dayMs) + 1;
  say(`\nBroken on day ${day}: ${message}\n`);
  for (const line of history) say(`  ${line}\n`);
}

function showProgress({ day, events, faults }: Progress): void {
  if (day % 30 === 0) say(`day ${day}: ${events} events, ${faults} faults\n`);
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
        runs: { type: "string", default: "1" },
        days: { type: "string", default: "365" },
        people: { type: "string", default: "1000" },
        upserts: { type: "string" },
        faults: { type: "string", default: "usual" },
        trace: { type: "string" },
        events: { type: "string" },
        without: { type: "string" },
        shrink: { type: "boolean", default: true },
        strict: { type: "boolean", default: false },
      },
      allowNegative: true,
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
