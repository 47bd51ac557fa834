import { transformSync } from "esbuild";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// Node strips types, which is not enough for JSX: it compiles to calls. Whoever imports this file, by whatever command,
// gets the pages compiled (docs/decisions/0005-pages.md). A test runner that compiles JSX itself never comes to the hook.
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
