import * as z from "zod";

/** What a sandbox is started with. */
export type Start = {
  /** URL of a module that exports `handler`. */
  bundle: string;
  /** The file that moves a process into the group of those with a share of a processor. */
  throttle: string | undefined;
  context: Record<string, string>;
};

/** One line to a sandbox. It answers a line with the first answer as JSON. */
export type Invocation = {
  /** JSON text. */
  event: string;
  /** How often the event is handed over, one time after the other. */
  times: number;
};

const stepSchema = z.object({
  name: z.string(),
  /** Nanoseconds of the system's monotonic clock, which all processes share. */
  at: z.string(),
  /** Microseconds since the process began. */
  cpu: z.object({ user: z.number(), system: z.number() }),
});
export type Step = z.infer<typeof stepSchema>;

/** What it did: its last line. */
export const reportSchema = z.object({
  steps: z.array(stepSchema),
  /** Node's own modules that the start loaded. */
  modules: z.array(z.string()),
  /** Node's own modules that invocations loaded. */
  modulesLater: z.array(z.string()),
  /** The most memory that the process had, in kilobytes. */
  peakKb: z.number(),
});
