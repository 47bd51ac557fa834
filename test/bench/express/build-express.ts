import { join, resolve } from "node:path";
import { build, type BuildOptions } from "esbuild";

const dist = resolve(import.meta.dirname, "../../../dist/bench");

/** Where a bundled peer lies. */
export const expressBundle = join(dist, "express/index.cjs");
/** The same with the AWS SDK outside, as the runtime brings it. */
export const expressWithRuntimeSdk = join(
  dist,
  "express-runtime-sdk/index.cjs",
);

/** Bundles the Express peer in both ways. */
export async function buildExpress(): Promise<void> {
  await bundleExpress({ outfile: expressBundle });
  await bundleExpress({
    outfile: expressWithRuntimeSdk,
    external: ["@aws-sdk/*", "@smithy/*"],
  });
}

/** As CDK's `NodejsFunction` bundles when nothing is said. */
async function bundleExpress(options: BuildOptions): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, "index.ts")],
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "error",
    ...options,
  });
}
