import { fork } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { bundleOf } from "../../../infra/build/bundles.ts";
import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import { type Command, processAnswerSchema } from "./commands.ts";

/** Bundles the program of the processes into a folder. A start from the sources would take twice as long. */
export async function buildProgram(folder: string): Promise<string> {
  const outfile = join(folder, "program.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "killable-process.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  return outfile;
}

/** The process was killed before it answered a command. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export type LambdaProcess = ReturnType<typeof spawnProcess>;

/** Starts a process for these functions. It takes commands at once and loads the bundles with the first folder. */
export function spawnProcess(
  program: string,
  functions: readonly FunctionName[],
  environment: Record<string, string>,
) {
  // Compiled code is kept beside the program, and the next process starts faster.
  const cache = join(dirname(program), "cache");
  const child = fork(program, [cache, ...functions.map(bundleOf)], {
    env: environment,
    // The process lives for a second: garbage collection would cost more than it frees.
    execArgv: ["--max-semi-space-size=32"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const unanswered = new Map<number, PromiseWithResolvers<string>>();
  let lastId = 0;
  let isAlive = true;
  const ended = once(child, "exit").then(() => {
    isAlive = false;
    for (const command of unanswered.values())
      command.reject(new Killed("The process was killed."));
  });
  child.on("message", (message) => {
    const { id, endpoint } = processAnswerSchema.parse(message);
    unanswered.get(id)?.resolve(endpoint);
    unanswered.delete(id);
  });
  // A command to a process that is being killed is rejected when the process exits.
  child.on("error", () => undefined);

  return {
    /** Resolves once the process is gone. */
    ended,
    /** Whether it runs and no kill has begun. */
    isAlive: (): boolean => isAlive,

    /** Ends it as a crash does, at any point of its work. */
    kill(): Promise<void> {
      isAlive = false;
      child.kill("SIGKILL");
      return ended;
    },

    /** Resolves to the endpoint of its Lambda API when the command is executed; rejects with {@link Killed}. */
    async execute(command: Command): Promise<string> {
      if (!isAlive) throw new Killed("The process was killed before.");
      const id = ++lastId;
      const answer = Promise.withResolvers<string>();
      unanswered.set(id, answer);
      child.send({ id, ...command }, () => undefined);
      return answer.promise;
    },
  };
}
