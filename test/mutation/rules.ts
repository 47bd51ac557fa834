import { readdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  isMainThread,
  parentPort,
  Worker,
  workerData,
} from "node:worker_threads";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import type * as Jobs from "../shared/employment/checker/jobs.ts";
import { type Collected, collected } from "./collect-tests.ts";
import { survivors } from "./rules-survivors.ts";

/**
 * `npm run test:mutation:rules`: breaks the rules of the employment in each small way that Stryker knows, and asks
 * whether the table, the tests of what is kept, or the checker notices. All mutants are in one copy of the rules, which
 * is loaded instead of the files, and one of them is switched on at a time. No other test runs.
 *
 * A mutant that survives must be in `rules-survivors.ts`, with the reason. `-- hire.ts` does one file.
 */
const minKilledPercent = 97;

const rulesFolder = join(import.meta.dirname, "../../shared/employment");
const testsFolder = join(import.meta.dirname, "../shared/employment");
const testFiles = ["rules.test.ts", "say.test.ts", "later.test.ts"];
/** The first reads a page. The others take seconds, and the checker asks the same. */
const leftOut = /^docs|order of arrival|^a year of a daily feed/;

/** What the checker does with a mutant that no test has killed. */
const jobs = [
  ["random words", "B", 400, "report", 1],
  ["random words", "B", 400, "accept", 1],
  ["orders", "A", 2, "report", 8],
  ["random", "B", 60, "report", 1],
  ["random", "B", 60, "accept", 1],
  ["in order", "A", 3, "report", 200],
  ["moves", "A", 2, "report", 400],
] as const;

type Mutant = { id: string; fileName: string; text: string };
type Test = Collected & { isJob?: true };
/** `by`: the test that failed. */
type Result = { text: string; by?: string };

/** How many mutants a test has killed. */
const killsBy = new Map<string, number>();

/** A mutant with which a test meets this many times as many switches as without one never ends. */
const mostTimes = 20;
/** How many switches a test meets without a mutant. */
const usuallyMet = new Map<string, number>();

/** The copy of the rules that counts which mutants a test meets. */
const counting = "counted";

/** The switches of the instrumented code, which asks for the active mutant at each one that it meets. */
const switches = {
  mutantCoverage: { static: {}, perTest: {} as Record<string, object> },
  currentTestId: "",
  chosen: "none",
  met: 0,
  most: Infinity,
  get activeMutant(): string {
    if (++this.met > this.most) throw new Error("This never ends");
    return this.chosen;
  },
};
Object.assign(globalThis, { __stryker__: switches });

if (isMainThread) await checkMutants();
else await tryMutants(workerData as { index: number; of: number });

async function checkMutants(): Promise<void> {
  const of = availableParallelism();
  const results: Result[] = [];
  await Promise.all(
    Array.from({ length: of }, (_, index) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const worker = new Worker(new URL(import.meta.url), {
        argv: process.argv.slice(2),
        workerData: { index, of },
      });
      worker.on("message", (result: Result) => {
        results.push(result);
        if (result.by === undefined) print(`survived: ${result.text}`);
        if (results.length % 50 === 0) print(`${results.length} mutants`);
      });
      worker.on("error", reject);
      worker.on("exit", () => resolve());
      return promise;
    }),
  );
  report(results);
}

function report(results: Result[]): void {
  const survived = results.filter(({ by }) => by === undefined);
  const known = Object.values(survivors).flat();
  const percent = (100 * (results.length - survived.length)) / results.length;
  const unknown = survived.filter(({ text }) => !known.includes(text));
  const killed = results.filter(
    ({ by, text }) => by !== undefined && known.includes(text),
  );
  for (const { text } of unknown) print(`not in the list: ${text}`);
  for (const { text, by } of killed) print(`killed by ${by}: ${text}`);
  print(
    `${results.length - survived.length} of ${results.length} mutants killed (${percent.toFixed(1)} %), ${unknown.length} survivors are not in the list`,
  );
  if (percent < minKilledPercent || unknown.length > 0 || killed.length > 0)
    process.exitCode = 1;
}

async function tryMutants({ index, of }: { index: number; of: number }) {
  const { sources, mutants } = await instrument();
  replaceModules(sources);
  const coverage = await noteCoverage();
  const tests = await loadTests("none");
  for (const { name, run } of tests) {
    switches.met = 0;
    await run();
    usuallyMet.set(name, switches.met);
  }
  const mine = mutants
    .filter(({ fileName }) => isChosen(fileName))
    .filter((_, nth) => nth % of === index);
  for (const { id, text } of mine) {
    switches.chosen = id;
    switches.met = 0;
    const covering = tests.filter(
      ({ name, isJob }) => isJob || id in (coverage[name] ?? {}),
    );
    // What runs when a file is loaded is loaded again.
    const loaded = covering.some(({ isJob }) => !isJob)
      ? covering
      : await loadTests(id).catch(() => undefined);
    const by = loaded ? await firstFailed(loaded) : "the import";
    switches.chosen = "none";
    parentPort!.postMessage({ text, ...(by !== undefined && { by }) });
  }
}

function isChosen(fileName: string): boolean {
  const names = process.argv.slice(2);
  return names.length === 0 || names.some((name) => fileName.endsWith(name));
}

/** Puts all mutants into one copy of the rules. */
async function instrument() {
  const files = readdirSync(rulesFolder).map((name) => ({
    name: join(rulesFolder, name),
    mutate: true,
    content: readFileSync(join(rulesFolder, name), "utf8"),
  }));
  const logger = {
    debug: () => undefined,
    info: () => undefined,
    isDebugEnabled: () => false,
  };
  const instrumenter = new Instrumenter(logger as never);
  const { files: instrumented, mutants } = await instrumenter.instrument(
    files,
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const lines = new Map(
    files.map(({ name, content }) => [name, content.split("\n")]),
  );
  return {
    sources: new Map(instrumented.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, location, replacement }): Mutant => {
      const { start, end } = location;
      const whole = (lines.get(fileName) ?? []).slice(start.line, end.line + 1);
      const last = whole.length - 1;
      whole[last] = whole[last]!.slice(0, end.column);
      const before = whole[0]!.slice(0, start.column).trim();
      whole[0] = whole[0]!.slice(start.column);
      const original = whole.map((line) => line.trim()).join(" ");
      const becomes = replacement.replaceAll(/\s+/g, " ");
      return {
        id,
        fileName,
        text: [
          `${fileName.split("/").at(-1)}:`,
          before,
          `[${original}]`,
          "->",
          becomes,
        ]
          .filter(Boolean)
          .join(" "),
      };
    }),
  };
}

/** Imports of the tests get the instrumented rules, and collect tests instead of running them. */
function replaceModules(sources: Map<string, string>): void {
  const collect = new URL("collect-tests.ts", import.meta.url).href;
  registerHooks({
    resolve(specifier, context, next) {
      const isTest = context.parentURL?.includes("/test/shared/employment/");
      if (specifier === "vitest" && isTest)
        return {
          url: collect,
          format: "module-typescript",
          shortCircuit: true,
        };
      const resolved = next(specifier, context);
      const [, query] = context.parentURL?.split("?") ?? [];
      const isOurs = resolved.url.includes("shared/employment/");
      return query && isOurs
        ? { ...resolved, url: `${resolved.url}?${query}` }
        : resolved;
    },
    load(url, context, next) {
      const [file = "", query = ""] = url.split("?");
      const whole = file.startsWith("file:")
        ? sources.get(fileURLToPath(file))
        : undefined;
      if (whole === undefined) return next(url, context);
      // To count takes most of the time.
      const source = query.endsWith(counting)
        ? whole
        : whole.replaceAll(/stryCov_\w+\((?:"\d+"(?:, )?)+\)/g, "0");
      return { format: "module-typescript", source, shortCircuit: true };
    },
  });
}

async function loadTests(id: string): Promise<Test[]> {
  const query = `?mutant=${id}`;
  const load = (file: string) =>
    import(new URL(`file://${join(testsFolder, file)}${query}`).href);
  collected.length = 0;
  for (const file of testFiles) await load(file);
  const tests: Test[] = collected.filter(({ name }) => !leftOut.test(name));
  const { runJob } = (await load("checker/jobs.ts")) as typeof Jobs;
  for (const [kind, alphabet, size, rehire, of] of jobs)
    tests.push({
      isJob: true,
      name: `${kind} ${alphabet} ${size} ${rehire}`,
      run: () => {
        const part = { index: 0, of };
        const { faults } = runJob({
          kind,
          alphabet,
          size,
          rehire,
          seed: 1,
          part,
        });
        if (faults[0]) throw new Error(faults[0].text);
      },
    });
  return tests;
}

/** @returns by the name of a test, the mutants that it meets */
async function noteCoverage(): Promise<Record<string, object>> {
  for (const { name, run, isJob } of await loadTests(counting)) {
    switches.currentTestId = name;
    if (!isJob) await run();
  }
  return switches.mutantCoverage.perTest;
}

/** What killed most mutants so far comes first, and the jobs of the checker, which take longest, last. */
async function firstFailed(tests: Test[]): Promise<string | undefined> {
  const kills = ({ name, isJob }: Test) =>
    isJob ? -1 : (killsBy.get(name) ?? 0);
  for (const one of tests.toSorted((a, b) => kills(b) - kills(a))) {
    const { name, run } = one;
    switches.met = 0;
    switches.most = mostTimes * (usuallyMet.get(name) ?? 0) + 100_000;
    try {
      await run();
    } catch {
      killsBy.set(name, kills(one) + 1);
      return name;
    }
  }
  return undefined;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
