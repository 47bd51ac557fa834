import { fork } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { bundleOf } from "../../../infra/build/bundles.ts";
import type { FunctionName } from "../../../infra/functions.ts";
import { type Order, processAnswerSchema } from "./orders.ts";

/** Bundles the program of the processes into a folder: loaded from its sources it would take twice as long to start. */
export async function buildProgram(folder: string): Promise<string> {
  const outfile = join(folder, "program.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "fixtures/killable-process.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  return outfile;
}

/** Why an order stays without an answer. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export type LambdaProcess = ReturnType<typeof spawnProcess>;

/** Starts a process for these functions; it takes orders at once, and loads the bundles with the first folder. */
export function spawnProcess(
  program: string,
  functions: readonly FunctionName[],
  environment: Record<string, string>,
) {
  // Compiled code is kept beside the program, which makes the next process cheaper.
  const cache = join(dirname(program), "cache");
  const child = fork(program, [cache, ...functions.map(bundleOf)], {
    env: environment,
    // It lives for a second: collecting its garbage would be for nothing.
    execArgv: ["--max-semi-space-size=32"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const unanswered = new Map<number, PromiseWithResolvers<string>>();
  let lastId = 0;
  let isAlive = true;
  const ended = once(child, "exit").then(() => {
    isAlive = false;
    for (const order of unanswered.values())
      order.reject(new Killed("The process was killed."));
  });
  child.on("message", (message) => {
    const { id, endpoint } = processAnswerSchema.parse(message);
    unanswered.get(id)?.resolve(endpoint);
    unanswered.delete(id);
  });
  // An order to a process that is being killed is answered by its end.
  child.on("error", () => undefined);

  return {
    /** Resolves once the process is gone. */
    ended,
    /** Whether it is there and nobody has begun to kill it. */
    isAlive: (): boolean => isAlive,

    /** Ends it as a crash does, wherever it is. */
    kill(): Promise<void> {
      isAlive = false;
      child.kill("SIGKILL");
      return ended;
    },

    /** Resolves to the endpoint of its Lambda API when it has obeyed; rejects with {@link Killed}. */
    async obey(order: Order): Promise<string> {
      if (!isAlive) throw new Killed("The process was killed before.");
      const id = ++lastId;
      const answer = Promise.withResolvers<string>();
      unanswered.set(id, answer);
      child.send({ id, ...order }, () => undefined);
      return answer.promise;
    },
  };
}
