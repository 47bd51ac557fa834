import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const names = new Set(builtinModules);

/**
 * An esbuild plugin that loads Node's built-in modules with `process.getBuiltinModule`, so a bundle reads only the
 * properties that it uses. An `import` reads all exports of a module, and one export of `node:http` is a getter that
 * loads a second HTTP client, undici (nodejs/node#59686). docs/performance.md has the cost of that at a cold start.
 */
export const builtins: Plugin = {
  name: "builtins",
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z_]+)*$/ }, ({ path }) => {
      const name = path.replace(/^node:/, "");
      return names.has(name) ? { path: name, namespace: "builtin" } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule("node:${path}");`,
    }));
  },
};
