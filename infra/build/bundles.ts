import { globSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { builtins } from "./builtins.ts";

const root = resolve(import.meta.dirname, "../..");

/** The path of a function's bundle, `dist/<name>/index.mjs`, which exports `handler`. */
export function bundleOf(name: string): string {
  return join(root, "dist", name, "index.mjs");
}

/** The source files of the functions by name: `functions/onboarding/lambda/receiver.ts` is `onboarding-receiver`. */
function findFunctionSources(): Record<string, string> {
  const files = globSync("functions/*/lambda/*.ts", { cwd: root });
  return Object.fromEntries(
    files.map((file) => {
      const useCase = basename(dirname(dirname(file)));
      return [`${useCase}-${basename(file, ".ts")}`, join(root, file)];
    }),
  );
}

/** Few deployments have callers of the scheme `jwt`. A cold start without one does not read this separate file. */
const verifyJwtSource = join(root, "shared/webhook/schemes/verify-jwt.ts");
const verifyJwtFile = "./verify-jwt.mjs";

const loadSeparately: Plugin = {
  name: "load-separately",
  setup(builder) {
    builder.onResolve({ filter: /\/verify-jwt\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import"
        ? { path: verifyJwtFile, external: true }
        : undefined,
    );
    // The durable SDK imports the whole client if it gets none. `shared/runtime/durable-handler.ts` gives it one.
    builder.onResolve({ filter: /^@aws-sdk\/client-lambda$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { external: true } : undefined,
    );
  },
};

/**
 * Bundles every function for the deployment. A bundle contains the AWS SDK; its source map is a file beside it.
 *
 * @returns what is in each bundle, for `npm run build`
 */
export async function buildBundles(): Promise<Metafile> {
  const sources = Object.entries(findFunctionSources());
  const metafile = await buildFiles(
    Object.fromEntries(sources.map(([name, file]) => [`${name}/index`, file])),
  );
  const separateFiles = Object.entries(metafile.outputs)
    .filter(([, { imports }]) =>
      imports.some(({ path }) => path === verifyJwtFile),
    )
    .map(([file]): [string, string] => [
      join(basename(dirname(file)), "verify-jwt"),
      verifyJwtSource,
    ]);
  await buildFiles(Object.fromEntries(separateFiles));
  return metafile;
}

const replacement = (file: string) => join(import.meta.dirname, "sdk", file);
/** Small files in place of parts of the AWS SDK that no function needs (docs/decisions/0025-sdk-in-the-bundle.md). */
const replacedParts = {
  "@aws-sdk/credential-provider-node": replacement(
    "environment-credentials.ts",
  ),
  "@aws-sdk/middleware-endpoint-discovery": replacement(
    "no-endpoint-discovery.ts",
  ),
  "@smithy/core/event-streams": replacement("no-event-streams.ts"),
};

/** How code for Lambda is bundled. The bundles of functions also load some code separately. */
export const bundleOptions = {
  absWorkingDir: root,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  // esbuild can remove unused code only from ESM sources, so it prefers them.
  mainFields: ["module", "main"],
  alias: replacedParts,
  plugins: [builtins],
  minify: true,
  legalComments: "none",
  logLevel: "warning",
} satisfies BuildOptions;

async function buildFiles(
  entryPoints: Record<string, string>,
): Promise<Metafile> {
  const { metafile } = await build({
    ...bundleOptions,
    entryPoints,
    outdir: "dist",
    plugins: [...bundleOptions.plugins, loadSeparately],
    sourcemap: "linked",
    sourcesContent: false,
    metafile: true,
  });
  return metafile;
}
