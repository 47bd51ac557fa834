import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../../infra/build/bundles.ts";
import type { ColdStarts } from "./cold-starts.ts";
import type { Sandbox } from "../start-lambda.ts";
import { type UseCase, useCases } from "./use-cases.ts";

export type Candidate = {
  name: string;
  /** The project, an empty handler or another lower bound, or an alternative to the project. */
  kind: "ours" | "floor" | "peer";
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

/** The name of the peer for the same use case. The peer knows no URL for events of every type: it takes the hire. */
export function peerOf(useCase: UseCase): string {
  return `Express, ${useCase === "events" ? "onboarding" : useCase}`;
}

/** The floor, the receivers, for each the same job in Express, and the SDK alone. */
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
  const outfile = join(dist, "express/index.cjs");
  await build({
    entryPoints: [join(bench, "express/index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "error",
  });

  const candidate = (
    kind: Candidate["kind"],
    name: string,
    useCase: UseCase,
    sandbox: Sandbox,
  ): Candidate => {
    const kilobytes = statSync(sandbox.bundle).size / 1000;
    return { name, kind, useCase, sandbox, kilobytes };
  };
  const other = (path: string) => ({ bundle: join(dist, path), environment });
  return [
    candidate("floor", floor, "onboarding", other("floor/empty.mjs")),
    ...useCases.map((useCase) => {
      const name = receivers[useCase];
      return candidate("ours", name, useCase, sandboxOf(name));
    }),
    ...useCases
      .filter((useCase) => useCase !== "events")
      .map((useCase) =>
        candidate("peer", peerOf(useCase), useCase, {
          bundle: outfile,
          environment,
        }),
      ),
    candidate(
      "floor",
      "three SDK clients alone",
      "onboarding",
      other("floor/three-clients.mjs"),
    ),
  ];
}
