import * as z from "zod";

/** The commands to a sandbox. */
export type Invocation = {
  /** URL of a module that exports `handler`. */
  bundle: string;
  /** JSON text. */
  event: string;
  /** The file that moves a process into the group of those with a share of a processor. */
  throttle: string | undefined;
  /** How often the event is handed over. */
  invocations: number;
  context: Record<string, string>;
};

const stepSchema = z.object({
  name: z.string(),
  /** Nanoseconds of the system's monotonic clock, which all processes share. */
  at: z.string(),
  /** Microseconds since the process began. */
  cpu: z.object({ user: z.number(), system: z.number() }),
});
export type Step = z.infer<typeof stepSchema>;

/** What it did. */
export const reportSchema = z.object({
  steps: z.array(stepSchema),
  /** The first one, as JSON. */
  answer: z.string(),
  /** Node's own modules that the start loaded, */
  modules: z.array(z.string()),
  /** and those that invocations did. */
  modulesLater: z.array(z.string()),
});
