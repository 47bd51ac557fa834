import { type Check, failed, type Finding, skipped } from "./check.ts";
import { describeFailure } from "./describe-failure.ts";
import { type Facts, MissingFact } from "./facts.ts";
import { OutOfTime } from "./observed-http.ts";
import type { Tools } from "./tools.ts";

export type NamedFinding = Finding & { name: string };

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
    return failed(describeFailure(error), { ...(advice && { advice }) });
  }
}
