import { join, resolve } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../../infra/build/bundles.ts";

const root = resolve(import.meta.dirname, "../../..");
const outdir = join(root, "dist/bench/floor");

/** An empty handler: the floor, which no code can be below. */
export const emptyBundle = join(outdir, "empty.mjs");
/**
 * Bundles with two and with three clients of the AWS SDK and nothing else. They show the share of the SDK in a cold
 * start.
 */
export const twoClientsBundle = join(outdir, "two-clients.mjs");
export const threeClientsBundle = join(outdir, "three-clients.mjs");

/** Bundles them as the project's functions are bundled. */
export async function buildFloor(): Promise<void> {
  await build({
    ...bundleOptions,
    outdir,
    entryPoints: ["empty", "two-clients", "three-clients"].map((name) =>
      join(import.meta.dirname, `${name}.ts`),
    ),
  });
}
