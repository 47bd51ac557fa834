import { join, resolve } from "node:path";
import { build } from "esbuild";
import { awsSdk } from "../../../infra/build/aws-sdk.ts";
import { builtins } from "../../../infra/build/builtins.ts";

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
    absWorkingDir: root,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    plugins: [builtins, awsSdk],
    minify: true,
    legalComments: "none",
    logLevel: "error",
    entryPoints: ["empty", "two-clients", "three-clients"].map((name) =>
      join(import.meta.dirname, `${name}.ts`),
    ),
  });
}
