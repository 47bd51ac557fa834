import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { bundleOf, bundleOptions } from "../../infra/build/bundles.ts";
import type { Context } from "./benchmark.ts";
import { startEnvironment } from "./environment.ts";
import { interleave } from "./measure.ts";
import type { ProcessorShare } from "./processor-shares.ts";
import { employeeOn, sampleFields } from "./scenarios.ts";
import type { SandboxRun } from "./start-lambda.ts";

/**
 * The candidates, which all take a hire: a handler that only answers (the floor), our receiver with the most work, and
 * the same work in Express (the peer). The other receivers have the same parts as ours, and
 * `test/infra/build/bundles.test.ts` asserts their sizes.
 */
export const [floor, ours, peer] = [
  "empty handler",
  "onboarding-receiver",
  "Express",
] as const;
export type CandidateName = typeof floor | typeof ours | typeof peer;

/** Builds the bundles of the candidates. @returns the path of each */
export async function buildCandidates(): Promise<
  Record<CandidateName, string>
> {
  const dist = resolve(import.meta.dirname, "../../dist/bench");
  const source = (name: string) => join(import.meta.dirname, name);
  // As the project's functions are bundled.
  await build({
    ...bundleOptions,
    outdir: dist,
    entryPoints: [source("empty.ts")],
  });
  // As `NodejsFunction` of the CDK bundles by default, but with the SDK inside, as in our bundles.
  const outfile = join(dist, "express.cjs");
  await build({
    entryPoints: [source("express.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "error",
  });
  return {
    [floor]: join(dist, "empty.mjs"),
    [ours]: bundleOf(ours),
    [peer]: outfile,
  };
}

export const kilobytesOf = (bundle: string): number =>
  Math.round(statSync(bundle).size / 1000);

type Case = {
  name: string;
  bundle: string;
  throttle?: ProcessorShare["throttle"];
};

/**
 * Measures each case in a new process, which takes a number of hires, one after the other. Everything that the process
 * asks is answered at once, and no workflow runs.
 */
export async function measureReceivers(
  cases: readonly Case[],
  hires: number,
  { rounds, progress }: { rounds: number } & Pick<Context, "progress">,
) {
  const environment = await startEnvironment({
    lambda: async () => ({ status: 202 }),
  });
  let employees = 0;
  const measured = await interleave<SandboxRun>(
    cases.map(({ name, ...changes }) => ({
      name,
      async measure() {
        const sandbox = await environment.start(ours, changes);
        const employee = employeeOn(environment, `E-${++employees}`);
        for (let hire = 0; hire < hires; hire++)
          await employee.send("employee.hired", sampleFields());
        return sandbox.end();
      },
    })),
    { rounds, progress },
  );
  await environment.close();
  return measured;
}
