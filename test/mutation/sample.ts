import { createHash } from "node:crypto";

/** The part of a node of Babel's syntax tree that decides here. */
type NodePath = {
  node: { start?: number | null };
  parentPath: { isProgram: () => boolean } | null;
};

const percent = Number(process.env["SAMPLE_PERCENT"] ?? 100);
const seed = process.env["SEED"] ?? "1";

/**
 * With `SAMPLE_PERCENT=10`, a plugin of Stryker that leaves out nine of ten declarations at the top of the files. A
 * hash of the text of a declaration and of `SEED` decides, so a sample is random and can be repeated.
 */
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "sample",
    value: {
      shouldIgnore(path: NodePath & { toString: () => string }) {
        if (!path.parentPath?.isProgram()) return undefined;
        const hash = createHash("sha256").update(`${seed}\n${path.toString()}`);
        return (hash.digest().readUInt32BE() / 2 ** 32) * 100 < percent
          ? undefined
          : "not in the sample";
      },
    },
  },
];
