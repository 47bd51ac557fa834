import { type Check, failed, type Finding, skipped } from "./check.ts";
import { describeFailure, isPlatformDown } from "./describe-failure.ts";
import { type Facts, MissingFact } from "./facts.ts";
import { OutOfTime } from "./observed-http.ts";
import type { Tools } from "./tools.ts";

export type NamedFinding = Finding & { name: string };

const adviceIfDown =
  "The platform does not work as it should, or is not reached, so this says nothing about our side. Wait, or look at its state and at the network; then run the doctor again.";

/** Runs the checks one after the other. A check that fails stops only the checks that need its notes. */
export async function runChecks(
  checks: readonly Check[],
  tools: Tools,
  facts: Facts,
): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = [];
  for (const check of checks)
    findings.push({
      name: check.name,
      ...(await runCheck(check, tools, facts)),
    });
  return findings;
}

async function runCheck(
  { run, advice }: Check,
  tools: Tools,
  facts: Facts,
): Promise<Finding> {
  try {
    return await run(tools, facts);
  } catch (error) {
    if (error instanceof MissingFact) return skipped(error.message);
    if (error instanceof OutOfTime) return skipped("the time was too short");
    const found = describeFailure(error);
    if (isPlatformDown(error)) return failed(found, { advice: adviceIfDown });
    return failed(found, { ...(advice && { advice }) });
  }
}
