import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { metricDefinitions } from "../../infra/aws/metrics.ts";
import { logMessages } from "../../shared/log.ts";
import { rejectionReasons } from "../../shared/webhook/schemes/scheme.ts";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "docs/operating.md"), "utf8");

describe("docs/operating.md", () => {
  test("explains only rejection reasons that a scheme or the callers can give", () => {
    const [, section = ""] =
      /^### Reasons of refused requests\n(.*?)^## /ms.exec(text) ?? [];
    const lines = section.split("\n").filter((line) => /^ *- `/.test(line));
    const named = lines.flatMap((line) =>
      Array.from(
        line.split(":")[0]?.matchAll(/`([^`]+)`/g) ?? [],
        ([, code]) => code,
      ),
    );
    expect(named.length).toBeGreaterThan(2);
    expect(Object.keys(rejectionReasons)).toEqual(
      expect.arrayContaining(named),
    );
  });

  test("names only log messages that the functions write", () => {
    const named = Array.from(
      text.matchAll(/\blines `([^`]+)`/g),
      ([, message]) => message,
    );
    expect(named.length).toBeGreaterThan(1);
    expect(Object.keys(logMessages)).toEqual(expect.arrayContaining(named));
  });
});

test("the metric filters count only log messages that the functions write", () => {
  const counted = Object.values(metricDefinitions).flatMap(({ pattern }) =>
    Array.from(pattern.matchAll(/\$\.message = "([^"]+)"/g), ([, one]) => one),
  );
  expect(counted.length).toBeGreaterThan(2);
  expect(Object.keys(logMessages)).toEqual(expect.arrayContaining(counted));
});
