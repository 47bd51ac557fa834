import type { DurableContext } from "@aws/durable-execution-sdk-js";
import type { Steps } from "../../shared/workflow/steps.ts";
import type { CollectDependencies } from "./collect-page.ts";
import type { PutEvents } from "./publish.ts";
import type { WaveDependencies } from "./send-wave.ts";

export type NotificationsDependencies = Omit<WaveDependencies, "outbox"> &
  Pick<CollectDependencies, "store"> & {
    putEvents: PutEvents;
    docsUrl: string;
    sleepMs: (ms: number) => Promise<unknown>;
    /** Uniform in [0, 1), for the jitter. */
    random: () => number;
  };

/** One round, with everything that its steps need. */
export type NotificationsRun = NotificationsDependencies & {
  steps: Steps;
  context: DurableContext;
};
