import { checkAnswerTimes } from "./checks/answer-times.ts";
import { checkCallersSecret } from "./checks/callers-secret.ts";
import { checkCallersAndSources } from "./checks/callers-and-sources.ts";
import { checkClock } from "./checks/clock.ts";
import { checkCommunitySecret } from "./checks/community-secret.ts";
import { checkContents } from "./checks/contents.ts";
import { checkDns } from "./checks/dns.ts";
import { checkLinks } from "./checks/links.ts";
import { checkRateLimit } from "./checks/rate-limit.ts";
import { checkRenewal } from "./checks/renewal.ts";
import { resourceChecks } from "./checks/resources.ts";
import { checkRights } from "./checks/rights.ts";
import { checkServiceSignIn } from "./checks/service-sign-in.ts";
import { checkSettings } from "./checks/settings.ts";
import { checkSourceHosts } from "./checks/source-hosts.ts";
import { checkSourcesSecret } from "./checks/sources-secret.ts";
import { checkSubscribersSecret } from "./checks/subscribers-secret.ts";
import { checkTables } from "./checks/tables.ts";
import { checkTls } from "./checks/tls.ts";
import { checkTokenLifetime } from "./checks/token-lifetime.ts";
import { cleanUp } from "./clean-up.ts";
import type { Diagnosis, DoctorRequest } from "./contract.ts";
import { createFacts } from "./facts.ts";
import { type NamedFinding, runChecks } from "./run-checks.ts";
import { inventThrowAway } from "./throw-away.ts";
import { createTools, type DoctorDependencies } from "./tools.ts";
import { checkCreate } from "./write-checks/create.ts";
import { checkDeletion } from "./write-checks/deletion.ts";
import { checkDisable } from "./write-checks/disable.ts";
import { checkImage } from "./write-checks/image.ts";
import { checkLeftOvers } from "./write-checks/left-overs.ts";
import { checkStreams, checkTasks } from "./write-checks/own-objects.ts";
import { checkPersonSignIn } from "./write-checks/person-sign-in.ts";
import { checkChangedFields, checkMerge } from "./write-checks/put-fields.ts";
import { checkRename } from "./write-checks/rename.ts";
import { checkStatus } from "./write-checks/status.ts";

const readingChecks = [
  checkSettings,
  checkCommunitySecret,
  checkCallersSecret,
  checkSubscribersSecret,
  checkSourcesSecret,
  checkCallersAndSources,
  checkSourceHosts,
  checkTables,
  checkDns,
  checkTls,
  checkServiceSignIn,
  checkRenewal,
  checkTokenLifetime,
  checkRights,
  checkContents,
  checkLinks,
  ...resourceChecks,
];

/** The person is disabled before the rename, because a renamed person signs in with other credentials. */
const writingChecks = [
  checkLeftOvers,
  checkCreate,
  checkPersonSignIn,
  checkTasks,
  checkStreams,
  checkImage,
  checkStatus,
  checkChangedFields,
  checkMerge,
  checkDisable,
  checkRename,
  checkDeletion,
];

/** They look at the answers to all checks before them. */
const closingChecks = [checkClock, checkAnswerTimes, checkRateLimit];

/** The time that is kept for deleting the throw-away person and for our answer, as a share of the run and at most. */
const reserve = { share: 0.2, maxMs: 60_000 };
/** The time that is kept for our answer. */
const answerMs = 2_000;

/**
 * Examines the deployment and the platform. With a mailbox it also creates, changes and deletes a throw-away person, and
 * deletes it in every case, as far as the time allows.
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
  const tools = createTools(dependencies, endMs - reserveMs);
  const facts = createFacts();

  const findings = await runChecks(readingChecks, tools, facts);
  if (mailbox !== undefined) {
    const throwAway = inventThrowAway(mailbox, nowMs(), randomHex);
    facts.note({ throwAway });
    findings.push(...(await runChecks(writingChecks, tools, facts)));
    tools.time.untilMs = endMs;
    findings.push({ name: "clean-up", ...(await cleanUp(tools, facts)) });
  }
  findings.push(...(await runChecks(closingChecks, tools, facts)));
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
