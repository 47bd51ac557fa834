import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { captures } from "../fixtures/captures.ts";

const { devEngines, dependencies, devDependencies } = z
  .object({
    devEngines: z.object({ runtime: z.object({ version: z.string() }) }),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

describe("CI workflow", () => {
  const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
  const valuesOf = (key: string) =>
    captures(workflow, new RegExp(`^[ -]*${key}: *(.*)$`, "gm"));

  test("runs .ci/run and no other command", () => {
    expect(valuesOf("run")).toEqual([".ci/run"]);
    expect(statSync(".ci/run").mode & 0o111).not.toBe(0);
  });

  test("may read the repository and nothing more", () => {
    expect(workflow).toContain("\npermissions:\n  contents: read\n\n");
    expect(valuesOf("permissions")).toHaveLength(1);
    expect(valuesOf("persist-credentials")).toEqual(["false"]);
    expect(workflow).not.toContain("secrets.");
  });

  test("pins each action to a major version or a commit", () => {
    const actions = valuesOf("uses");

    expect(actions).not.toEqual([]);
    for (const action of actions)
      expect(action).toMatch(/^actions\/[a-z-]+@(v\d+|[0-9a-f]{40}( #.*)?)$/);
  });

  test("ends by itself, and installs on the oldest Node and on the Node of .node-version", () => {
    const oldest = devEngines.runtime.version.replace(">=", "");
    const current = readFileSync(".node-version", "utf8").trim();

    expect(valuesOf("node")).toEqual([`[${oldest}, ${current}]`]);
    expect(Number(valuesOf("timeout-minutes")[0])).toBeLessThanOrEqual(30);
  });
});

test("Renovate's settings name no package that package.json does not have", () => {
  const { packageRules } = z
    .object({
      packageRules: z.array(
        z.object({ matchPackageNames: z.array(z.string()).default([]) }),
      ),
    })
    .parse(JSON.parse(readFileSync("renovate.json", "utf8")));
  const installed = Object.keys({ ...dependencies, ...devDependencies });

  const patterns = packageRules
    .flatMap(({ matchPackageNames }) => matchPackageNames)
    .map((pattern) => pattern.replace(/^!/, ""));
  expect(patterns).toContain("@aws-sdk/**");
  for (const pattern of patterns) {
    const prefix = pattern.replace(/\*+$/, "");
    const matches = installed.filter((name) =>
      prefix === pattern ? name === pattern : name.startsWith(prefix),
    );
    expect({ pattern, matches }).not.toEqual({ pattern, matches: [] });
  }
});
