import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { plant, plantedFaults } from "./planted-faults.ts";

const root = resolve(import.meta.dirname, "../../..");

test.each(plantedFaults)(
  "a planted fault has its text once in its file: $name, $file",
  (fault) => {
    const source = readFileSync(resolve(root, fault.file), "utf8");
    expect(plant(source, fault)).not.toBe(source);
  },
);
