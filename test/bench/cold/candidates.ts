import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../../infra/build/bundles.ts";
import type { ColdStarts } from "./cold-starts.ts";
import type { Sandbox } from "../start-lambda.ts";
import { type UseCase, useCases } from "./use-cases.ts";

export type Candidate = {
  name: string;
  useCase: UseCase;
  sandbox: Sandbox;
  kilobytes: number;
};

export const floor = "empty handler";

/** The functions that answer requests, by use case. */
export const receivers = {
  onboarding: "onboarding-receiver",
  offboarding: "offboarding-receiver",
  "status-relay": "status-relay-receiver",
  operations: "operations-api",
  events: "events-receiver",
} as const satisfies Record<UseCase, string>;

/** The peer of the receiver of onboarding, which has the most to check. */
export const peer = "Express, onboarding";

/** The floor, the receivers, the job of one of them in Express, and the SDK alone. */
export async function buildCandidates({
  environment,
  sandboxOf,
}: Pick<ColdStarts, "environment" | "sandboxOf">): Promise<Candidate[]> {
  const bench = resolve(import.meta.dirname, "..");
  const dist = resolve(bench, "../../dist/bench");
  // As the project's functions are bundled.
  await build({
    ...bundleOptions,
    outdir: join(dist, "floor"),
    entryPoints: ["empty", "three-clients"].map((name) =>
      join(bench, `floor/${name}.ts`),
    ),
  });
  // As CDK's `NodejsFunction` bundles when nothing is said, but with the SDK inside, as ours.
  await build({
    entryPoints: [join(bench, "express/index.ts")],
    outfile: join(dist, "express/index.cjs"),
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "error",
  });

  const candidate = (
    name: string,
    sandbox: Sandbox,
    useCase: UseCase = "onboarding",
  ): Candidate => {
    const kilobytes = statSync(sandbox.bundle).size / 1000;
    return { name, useCase, sandbox, kilobytes };
  };
  const other = (name: string, path: string) =>
    candidate(name, { bundle: join(dist, path), environment });
  return [
    other(floor, "floor/empty.mjs"),
    ...useCases.map((useCase) => {
      const name = receivers[useCase];
      return candidate(name, sandboxOf(name), useCase);
    }),
    other(peer, "express/index.cjs"),
    other("three SDK clients alone", "floor/three-clients.mjs"),
  ];
}
