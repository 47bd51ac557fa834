import { join } from "node:path";
import * as z from "zod";
import { startPart } from "../parts/part.ts";

export type SandboxPart = {
  /** Resolves to the answer. */
  invoke: (event: unknown) => Promise<unknown>;
  /** After a garbage collection. The peak is that of the whole process since its start. */
  measure: () => Promise<z.infer<typeof measuredSchema>>;
  close: () => Promise<void>;
};

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
    invoke: async (event) =>
      JSON.parse(z.string().parse(await part.ask({ event }))) as unknown,
    measure: async () =>
      measuredSchema.parse(await part.ask({ measure: true })),
    close: part.close,
  };
}
