import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * How a command is called in this repository.
 *
 * @param profile - the value of its option `--profile`
 */
export function callOf(words: string, profile?: string): string {
  const call = `npm run --silent cli -- ${words}`;
  if (profile === undefined) return call;
  const isWord = /^[\w.-]+$/.test(profile);
  return `${call} --profile ${isWord ? profile : `'${profile.replaceAll("'", "'\\''")}'`}`;
}

/** Where the command runs. Results go to `output`, and progress, questions and errors to `errors`. */
export type Terminal = {
  input: Readable & { isTTY?: boolean };
  output: TerminalStream;
  errors: TerminalStream;
  environment: Readonly<Record<string, string | undefined>>;
};
export type TerminalStream = Writable & {
  isTTY?: boolean;
  columns?: number;
  hasColors?: (environment: Terminal["environment"]) => boolean;
};

export type CliDependencies = {
  terminal: Terminal;
  fetch: typeof globalThis.fetch;
  nowMs: () => number;
  sleepMs: (ms: number) => Promise<void>;
};

export const networkAndTime: Omit<CliDependencies, "terminal"> = {
  fetch,
  nowMs: Date.now,
  sleepMs: async (ms) => {
    await sleep(ms);
  },
};
