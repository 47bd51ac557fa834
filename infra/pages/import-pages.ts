import { transformSync } from "esbuild";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Imports a module that is written in JSX, with all that it imports. Node strips types but does not compile JSX, so a
 * hook compiles each `.tsx` file; a command that imports pages needs no flag and no build
 * (docs/decisions/0021-console.md).
 */
export async function importPages<Pages>(
  load: () => Promise<Pages>,
): Promise<Pages> {
  const hooks = registerHooks({
    load: (url, context, nextLoad) =>
      url.endsWith(".tsx")
        ? { format: "module", shortCircuit: true, source: compile(url) }
        : nextLoad(url, context),
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}

function compile(url: string): string {
  const sourcefile = fileURLToPath(url);
  return transformSync(readFileSync(sourcefile, "utf8"), {
    loader: "tsx",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    sourcefile,
  }).code;
}
