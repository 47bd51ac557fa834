#!/usr/bin/env node
// Plain JavaScript, so that an older Node can run it. A linked command starts with the operator's own Node. If that
// Node is too old, the one that "npm ci" has installed runs the command.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isTooOld } from "../build/needed-node.js";

const installed = fileURLToPath(
  new URL("../../node_modules/node/bin/node", import.meta.url),
);

if (isTooOld && existsSync(installed)) {
  const child = spawn(installed, process.argv.slice(1), { stdio: "inherit" });
  // A terminal sends Ctrl+C to both processes, and the child decides how to end.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill());
  child.on("exit", (code) => (process.exitCode = code ?? 1));
} else {
  await import("../build/check-node.js");
  await import("./main.ts");
}
