import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { plant, plantedFaults } from "./planted-faults.ts";

// `node --import` of this file plants the fault that the environment names, while its file is loaded.
const name = process.env["PLANTED_FAULT"];
const fault = plantedFaults.find((one) => one.name === name);
if (!fault) throw new Error(`there is no planted fault ${name}`);

const root = resolve(import.meta.dirname, "../../..");
const url = pathToFileURL(resolve(root, fault.file)).href;
registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context);
    if (asked !== url) return loaded;
    return {
      ...loaded,
      source: plant(readFileSync(new URL(url), "utf8"), fault),
    };
  },
});
