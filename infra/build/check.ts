import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** The commands of `npm run check`, the longest first. They run side by side: most of them use one processor. */
const commands = [
  // The cache leaves out the files whose content has not changed.
  "prettier --check --cache --cache-strategy content .",
  // Types, and rules about them.
  "oxlint",
  "knip",
  // Fails if a package does not accept our Node.
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
