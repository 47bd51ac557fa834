import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** `npm run check`, the longest first. They run side by side, because most of them keep one processor busy. */
const commands = [
  // It looks again only at files whose content has changed since it last looked.
  "prettier --check --cache --cache-strategy content .",
  "oxlint",
  "tsc",
  "knip",
  // Whether all packages accept our Node.
  "npm install --package-lock-only --dry-run --engine-strict --loglevel=warn",
];

await Promise.all(
  commands.map(async (command) => {
    const child = spawn(`${command} 2>&1`, {
      shell: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    const output = await text(child.stdout);
    await ended;
    const isOk = child.exitCode === 0;
    console.log(`${isOk ? "ok" : "FAILED"}: ${command}\n${output}`);
    if (!isOk) process.exitCode = 1;
  }),
);
