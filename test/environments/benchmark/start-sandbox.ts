import { join } from "node:path";
import * as z from "zod";
import type { Exchange } from "./exchanges.ts";
import { startPart } from "../parts/part.ts";

export type Invoked = {
  answer: unknown;
  fromMs: number;
  toMs: number;
  /** Processor time of the whole process meanwhile. */
  cpuMs: number;
  /** The requests of the sandbox, in the order of the answers. Parallel invocations share them. */
  exchanges: Exchange[];
};

export type SandboxPart = {
  invoke: (event: unknown) => Promise<Invoked>;
  /** After a garbage collection. The peak is that of the whole process since its start. */
  measure: () => Promise<z.infer<typeof measuredSchema>>;
  close: () => Promise<void>;
};

const invokedSchema = z.object({
  answer: z.string().transform((text): unknown => JSON.parse(text)),
  fromMs: z.number(),
  toMs: z.number(),
  cpuMs: z.number(),
  exchanges: z.array(z.custom<Exchange>()),
});
const measuredSchema = z.object({
  heapBytes: z.number(),
  cpuMs: z.number(),
  peakBytes: z.number(),
});

/**
 * Starts a sandbox. It has loaded its bundle and was not invoked yet.
 *
 * @param options - of Node
 */
export async function startSandbox(
  bundle: string,
  environment: Record<string, string>,
  options: readonly string[] = [],
): Promise<SandboxPart> {
  const part = await startPart(
    join(import.meta.dirname, "sandbox-process.ts"),
    { args: [bundle], environment, options },
  );
  return {
    invoke: async (event) => invokedSchema.parse(await part.ask({ event })),
    measure: async () =>
      measuredSchema.parse(await part.ask({ measure: true })),
    close: part.close,
  };
}
