import * as z from "zod";
import { startPlatform } from "../../../infra/platform/start-platform.ts";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { serve } from "./part.ts";

/** The stand-in platform in a process of its own. */
const options = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(process.argv[2] ?? "{}"));
const platform = await startPlatform({ journalLimit: 1_000_000, ...options });

const requestSchema = z.union([
  z.object({ fault: z.custom<FaultRule>() }),
  z.object({ journalFrom: z.number() }),
  z.object({ people: z.literal(true) }),
]);

serve(platform.origin, (request) => {
  const asked = requestSchema.parse(request);
  if ("fault" in asked) return platform.faults.add(asked.fault);
  if ("people" in asked)
    return platform
      .people()
      .map(({ id, svc }) => ({ id, username: svc.username }));
  return platform.journal.slice(asked.journalFrom);
});
