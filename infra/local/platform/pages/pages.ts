import { transformSync } from "esbuild";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// Node strips types but does not compile JSX. This hook compiles the pages, so every command that imports this file
// works without a flag or a build (docs/decisions/0005-pages.md). vitest compiles JSX itself and never calls the hook.
const hooks = registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith(".tsx")
      ? { format: "module", shortCircuit: true, source: compile(url) }
      : nextLoad(url, context),
});

export const { createPages } = await import("./routes.tsx");

hooks.deregister();

function compile(url: string): string {
  const sourcefile = fileURLToPath(url);
  return transformSync(readFileSync(sourcefile, "utf8"), {
    loader: "tsx",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    sourcefile,
  }).code;
}
