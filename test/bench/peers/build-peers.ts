import { join, resolve } from "node:path";
import { build, type BuildOptions } from "esbuild";

const root = resolve(import.meta.dirname, "../../..");

/** Where a bundled peer lies. */
export const expressBundle = join(root, "dist/bench/express/index.cjs");
/** The same with the AWS SDK outside, as the runtime brings it. */
export const expressWithRuntimeSdk = join(
  root,
  "dist/bench/express-runtime-sdk/index.cjs",
);

/** Bundles the peer in both ways. */
export async function buildPeers(): Promise<void> {
  await buildExpress({ outfile: expressBundle });
  await buildExpress({
    outfile: expressWithRuntimeSdk,
    external: ["@aws-sdk/*", "@smithy/*"],
  });
}

/** As CDK's `NodejsFunction` bundles when nothing is said. */
export async function buildExpress(options: BuildOptions): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, "express/index.ts")],
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "error",
    // Where a trial keeps packages that are not installed here.
    nodePaths: (process.env["PEER_MODULES"] ?? "").split(":").filter(Boolean),
    ...options,
  });
}
