import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { plant, plantedFaults } from "./planted-faults.ts";

const root = resolve(import.meta.dirname, "../../..");

test.each(plantedFaults)(
  "the fault $name can be planted into $file, in one place",
  (fault) => {
    const source = readFileSync(resolve(root, fault.file), "utf8");
    expect(plant(source, fault)).not.toBe(source);
  },
);
