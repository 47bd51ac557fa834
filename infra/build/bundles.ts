import { globSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { build, type Metafile } from "esbuild";
import { builtins } from "./builtins.ts";

const root = resolve(import.meta.dirname, "../..");

/** Where the bundle of a Lambda lies: `dist/<name>/index.mjs`, exporting `handler`. */
export function bundleOf(name: string): string {
  return join(root, "dist", name, "index.mjs");
}

/** The Lambdas by name: `functions/onboarding/lambda/receiver.ts` is `onboarding-receiver`. */
function findLambdas(): Record<string, string> {
  const files = globSync("functions/*/lambda/*.ts", { cwd: root });
  return Object.fromEntries(
    files.map((file) => {
      const useCase = basename(dirname(dirname(file)));
      return [`${useCase}-${basename(file, ".ts")}`, join(root, file)];
    }),
  );
}

/** Bundles every Lambda as it is deployed; the AWS SDK is inside, source maps lie beside. */
export async function buildBundles(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: Object.fromEntries(
      Object.entries(findLambdas()).map(([name, file]) => [
        `${name}/index`,
        file,
      ]),
    ),
    absWorkingDir: root,
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    // ESM sources first: they are what tree shaking works on.
    mainFields: ["module", "main"],
    alias: {
      "@aws-sdk/credential-provider-node":
        "./infra/build/environment-credentials.ts",
    },
    plugins: [builtins],
    minify: true,
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}
