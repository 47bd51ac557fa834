import { fork } from "node:child_process";
import { once } from "node:events";
import * as z from "zod";

/** A process that answers requests. */
export type Part = {
  /** Its first message, when it was ready. */
  ready: unknown;
  ask: (request: unknown) => Promise<unknown>;
  close: () => Promise<void>;
};

const answerSchema = z.union([
  z.object({ number: z.number(), answer: z.unknown() }),
  z.object({ number: z.number(), fault: z.string() }),
]);
const questionSchema = z.object({ number: z.number(), request: z.unknown() });

/** Starts a file that calls {@link serve}; resolves when it is ready. It ends with this process. */
export async function startPart(
  file: string,
  args: readonly string[] = [],
): Promise<Part> {
  const child = fork(file, args, {
    // Variables of the shell must not influence the measured process.
    env: { PATH: process.env["PATH"] ?? "" },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const gone = once(child, "exit").then(() => {
    for (const { reject } of waiting.values())
      reject(new Error(`${file} has ended`));
  });
  let last = 0;
  const expectAnswer = (number: number) => {
    const pending = Promise.withResolvers<unknown>();
    waiting.set(number, pending);
    return pending.promise;
  };
  const ready = expectAnswer(0);
  child.on("message", (message: unknown) => {
    const answer = answerSchema.parse(message);
    const pending = waiting.get(answer.number);
    waiting.delete(answer.number);
    if ("fault" in answer) pending?.reject(new Error(answer.fault));
    else pending?.resolve(answer.answer);
  });
  return {
    ready: await ready,
    async ask(request) {
      const number = ++last;
      child.send({ number, request });
      return expectAnswer(number);
    },
    async close() {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}

/** Called in the process of a part: reports that it is ready, and answers requests until its parent exits. */
export function serve(
  ready: unknown,
  answer: (request: unknown) => unknown,
): void {
  process.on("disconnect", () => process.exit());
  process.on("message", (message: unknown) => {
    void (async () => {
      const { number, request } = questionSchema.parse(message);
      const reply = await (async () => answer(request))().then(
        (said) => ({ number, answer: said }),
        (error: unknown) => ({ number, fault: String(error) }),
      );
      if (process.connected) process.send?.(reply);
    })();
  });
  process.send?.({ number: 0, answer: ready });
}
