import type { Metafile } from "esbuild";

export type BundleParts = {
  bytes: number;
  /** By npm package, or by folder for our own code. The largest first. */
  parts: Map<string, number>;
};

/** What each bundle is made of; by its name. */
export function bytesByPackage({
  outputs,
}: Metafile): Map<string, BundleParts> {
  const bundles = new Map<string, BundleParts>();
  for (const [file, { bytes, inputs }] of Object.entries(outputs)) {
    const name = /(?:^|\/)([^/]+)\/index\.mjs$/.exec(file)?.[1];
    if (name === undefined) continue;
    const parts = new Map<string, number>();
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const owner = packageOf(path);
      parts.set(owner, (parts.get(owner) ?? 0) + bytesInOutput);
    }
    const sorted = [...parts]
      .filter(([, size]) => size > 0)
      .toSorted(([, a], [, b]) => b - a);
    bundles.set(name, { bytes, parts: new Map(sorted) });
  }
  return bundles;
}

/** `@smithy/core` of `node_modules/@smithy/core/dist-es/index.js`; `shared` of `shared/log.ts`. */
function packageOf(path: string): string {
  const [, inside] = path.split(/(?:^|.*\/)node_modules\//);
  if (inside !== undefined)
    return inside.split("/", inside.startsWith("@") ? 2 : 1).join("/");
  if (path.startsWith("builtin:")) return "builtins of Node.js";
  return path.split("/")[0] ?? path;
}
