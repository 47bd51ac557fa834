import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { captures } from "../fixtures/captures.ts";

/** Names that several files export because they do the same. */
const alike: Record<string, string> = {
  handler: "Lambda finds the handler of each bundle by this name",
};

/** The stand-ins of other systems name what those systems have, and share no code with ours. */
const standIns = /^infra\/(?:platform|local\/sources)\//;
const declaration =
  /^export (?:declare |abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;

test("a name that two files of the sources export has one meaning", () => {
  const files = globSync("{functions,shared,infra}/**/*.{ts,tsx}").filter(
    (file) => !standIns.test(file),
  );
  const filesOf = new Map<string, Set<string>>();
  for (const file of files)
    for (const name of captures(readFileSync(file, "utf8"), declaration))
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
  const repeated = [...filesOf].filter(([, { size }]) => size > 1);

  expect(filesOf.size).toBeGreaterThan(500);
  expect(
    repeated
      .filter(([name]) => !(name in alike))
      .map(([name, found]) => `${name}: ${[...found].join(", ")}`),
  ).toEqual([]);
  expect(repeated.map(([name]) => name)).toEqual(
    expect.arrayContaining(Object.keys(alike)),
  );
});
