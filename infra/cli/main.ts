import { networkAndTime } from "./dependencies.ts";
import { runCli } from "./run-cli.ts";

const { stdin, stdout, stderr, env, argv } = process;

// The reader of a pipe, such as `head`, may close it before the output ends.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await runCli(argv.slice(2), {
  terminal: { input: stdin, output: stdout, errors: stderr, environment: env },
  ...networkAndTime,
});
