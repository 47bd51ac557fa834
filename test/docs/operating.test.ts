import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { metricDefinitions } from "../../infra/aws/metrics.ts";
import { logMessages } from "../../shared/log.ts";
import { rejectionReasons } from "../../shared/webhook/schemes/scheme.ts";
import { captures } from "../fixtures/captures.ts";

const text = readFileSync("docs/operating.md", "utf8");

describe("docs/operating.md", () => {
  test("explains only rejection reasons that a scheme or the callers can give", () => {
    const [, section = ""] =
      /^### Reasons of refused requests\n(.*?)^## /ms.exec(text) ?? [];
    const lines = section.split("\n").filter((line) => /^ *- `/.test(line));
    const named = lines.flatMap((line) =>
      captures(line.split(":")[0] ?? "", /`([^`]+)`/g),
    );
    expect(named.length).toBeGreaterThan(2);
    expect(Object.keys(rejectionReasons)).toEqual(
      expect.arrayContaining(named),
    );
  });

  test("names only log messages that the functions write", () => {
    const named = captures(text, /\blines `([^`]+)`/g);
    expect(named.length).toBeGreaterThan(1);
    expect(Object.keys(logMessages)).toEqual(expect.arrayContaining(named));
  });
});

test("the metric filters count only log messages that the functions write", () => {
  const counted = Object.values(metricDefinitions).flatMap(({ pattern }) =>
    captures(pattern, /\$\.message = "([^"]+)"/g),
  );
  expect(counted.length).toBeGreaterThan(2);
  expect(Object.keys(logMessages)).toEqual(expect.arrayContaining(counted));
});
