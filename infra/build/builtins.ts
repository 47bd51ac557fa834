import { builtinModules } from "node:module";
import type { Plugin } from "esbuild";

const names = new Set(builtinModules);

/**
 * Has bundles take Node's own modules as they are needed, property by property. An `import` of one reads all of its
 * exports at once, and among those of `node:http` is a getter that loads a whole second HTTP client, undici
 * (nodejs/node#59686); docs/performance.md has what that costs a cold start.
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
