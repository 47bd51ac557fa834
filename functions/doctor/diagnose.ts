import { createRun, type NamedFinding, runChecks } from "./check.ts";
import { answerChecks } from "./checks/answers.ts";
import { deploymentChecks } from "./checks/deployment.ts";
import { hostChecks } from "./checks/hosts.ts";
import { peopleChecks } from "./checks/people.ts";
import { pullChecks } from "./checks/pulls.ts";
import { signInChecks } from "./checks/sign-in.ts";
import { throwAwayChecks } from "./checks/throw-away.ts";
import type { Diagnosis, DoctorRequest } from "./contract.ts";
import { cleanUp } from "./throw-away-person.ts";
import { inventThrowAway } from "./throw-away.ts";
import { createTools, type DoctorDependencies } from "./tools.ts";

const readingChecks = [
  ...deploymentChecks,
  ...hostChecks,
  ...pullChecks,
  ...signInChecks,
  ...peopleChecks,
];

/** The time that is kept for deleting the throw-away person: this share of the run, at most `maxMs`. */
const reserve = { share: 0.2, maxMs: 60_000 };
/** The time that is kept for our answer. */
const answerMs = 2_000;

/**
 * Examines the deployment and the platform. With a mailbox, it also creates and changes a throw-away person, and
 * deletes the person in every case, if the time allows it.
 *
 * @param remainingMs - until Lambda ends the function
 */
export async function diagnose(
  dependencies: DoctorDependencies,
  { mailbox }: DoctorRequest,
  remainingMs: number,
): Promise<Diagnosis> {
  const { nowMs, randomHex } = dependencies;
  const endMs = nowMs() + remainingMs - answerMs;
  const reserveMs = Math.min(reserve.maxMs, remainingMs * reserve.share);
  const run = createRun(createTools(dependencies, endMs - reserveMs));

  const findings = await runChecks(readingChecks, run);
  if (mailbox !== undefined) {
    run.note({ throwAway: inventThrowAway(mailbox, nowMs(), randomHex) });
    findings.push(...(await runChecks(throwAwayChecks, run)));
    run.time.untilMs = endMs;
    findings.push({ name: "clean-up", ...(await cleanUp(run)) });
  }
  findings.push(...(await runChecks(answerChecks, run)));
  return toDiagnosis(findings);
}

function toDiagnosis(findings: readonly NamedFinding[]): Diagnosis {
  return {
    checks: findings.map(({ recommended: _, ...check }) => check),
    recommended: Object.fromEntries(
      findings.flatMap(({ recommended = {} }) => Object.entries(recommended)),
    ),
  };
}
