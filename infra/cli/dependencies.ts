import type { Readable, Writable } from "node:stream";

/** How a command is called in this repository. */
export const callOf = (words: string): string =>
  `npm run --silent cli -- ${words}`;

/** Where the command runs. Results go to `output`, and progress, questions and errors to `errors`. */
export type Terminal = {
  input: Readable & { isTTY?: boolean };
  output: TerminalStream;
  errors: TerminalStream;
  environment: Readonly<Record<string, string | undefined>>;
};
export type TerminalStream = Writable & { isTTY?: boolean; columns?: number };

/** What the command line takes from its process. */
export type CliDependencies = {
  terminal: Terminal;
  fetch: typeof globalThis.fetch;
  nowMs: () => number;
  sleepMs: (ms: number) => Promise<void>;
};
