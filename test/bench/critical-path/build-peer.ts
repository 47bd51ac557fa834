import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "../../..");

/** Bundles the sequential peer as CDK's `NodejsFunction` does when nothing is said. Resolves to the bundle. */
export async function buildSequentialPeer(): Promise<string> {
  const outfile = join(root, "dist/bench/sequential/index.cjs");
  await build({
    entryPoints: [join(root, "test/bench/peers/sequential/index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    logLevel: "error",
    nodePaths: (process.env["PEER_MODULES"] ?? "").split(":").filter(Boolean),
  });
  return outfile;
}
