import type { Authorizer } from "../../shared/community/authorizer.ts";
import type { Client } from "../../shared/community/client.ts";
import type { Token } from "../../shared/community/login.ts";
import type { Person } from "../../shared/community/person.ts";
import type { CommunitySecret } from "../../shared/platform-auth/community-secret.ts";
import type { NamedSource } from "../../shared/source/sources-secret.ts";
import type { CheckResult, Recommended } from "./contract.ts";
import { describeFailure, isPlatformDown } from "./describe-failure.ts";
import { OutOfTime } from "./observed-http.ts";
import type { ThrowAway } from "./throw-away.ts";
import type { Tools } from "./tools.ts";

/** The facts that the checks of one run have found so far, for later checks. */
type Known = {
  community: CommunitySecret;
  /** The valid entries of the sources secret. */
  sources: NamedSource[];
  /** How the service account authorizes its requests. */
  authorizer: Authorizer;
  service: Client;
  /** The answer of the login. */
  token: Token;
  /** Some people as the service account sees them, without itself. */
  others: Person[];
  /** The service account as it sees itself. */
  own: Person;
  throwAway: ThrowAway;
  /** The throw-away person as the platform has them. */
  person: Person;
  /** Whether a creation was sent that the platform has not refused. */
  mayExist: boolean;
  /** Whether the platform has deleted the throw-away person. */
  isDeleted: boolean;
  asPerson: Client;
  /** The throw-away person as they see themselves. */
  ownView: Person;
};

/** The names of facts in the finding of a skipped check. Facts without a name come from the throw-away person. */
const names: Partial<Record<keyof Known, string>> = {
  community: "the community secret",
  sources: "the sources secret",
  authorizer: "a sign-in of the service account",
  service: "a sign-in of the service account",
  token: "a token of the login",
  others: "the list of people",
  own: "the service account in the list of people",
  asPerson: "a sign-in of the throw-away person",
  ownView: "a sign-in of the throw-away person",
};

/** A check needs a fact that no earlier check has found. */
class MissingFact extends Error {
  override readonly name = "MissingFact";
}

/** One run of the doctor: its tools, and the facts that its checks have found. */
export type Run = Tools & {
  known: Partial<Known>;
  note: (facts: Partial<Known>) => void;
  /** @throws MissingFact, which skips the check */
  need: <K extends keyof Known>(name: K) => Known[K];
};

export function createRun(tools: Tools): Run {
  const known: Partial<Known> = {};
  return {
    ...tools,
    known,
    note: (facts) => void Object.assign(known, facts),
    need: (name) => {
      const fact = known[name];
      if (fact !== undefined) return fact;
      throw new MissingFact(`it needs ${names[name] ?? "a throw-away person"}`);
    },
  };
}

/** The result of a check. Its name is added later. */
export type Finding = Omit<CheckResult, "name"> & {
  /** Values for settings that the check has tried or measured. */
  recommended?: Recommended;
};

/**
 * One question to the deployment or to the platform. A check notes facts for later checks, and needs facts of earlier
 * ones. An error that it throws becomes its finding, so it handles only failures for which it has other words.
 */
export type Check = {
  name: string;
  run: (run: Run) => Promise<Finding>;
  /** What to do if the check throws, unless the platform is down. */
  advice?: string;
};

/** Without `setting`, the finding names the first setting of `recommended`. */
type Settings = Pick<Finding, "setting" | "recommended">;

export function ok(found: string): Finding {
  return { verdict: "ok", found };
}

export function skipped(found: string): Finding {
  return { verdict: "skipped", found };
}

export const warning = problemOf("warning");
export const failed = problemOf("failed");

function problemOf(verdict: "warning" | "failed") {
  return (found: string, advice: string, settings: Settings = {}): Finding => {
    const [setting] = Object.keys(settings.recommended ?? {});
    const first = setting !== undefined && { setting };
    return { verdict, found, advice, ...first, ...settings };
  };
}

const adviceIfDown =
  "The platform does not work as it should, or is not reached, so this says nothing about our side. Wait, or look at its state and at the network; then run the doctor again.";

export type NamedFinding = Finding & { name: string };

/** Runs the checks one after the other. A check that fails stops only the checks that need its notes. */
export async function runChecks(
  checks: readonly Check[],
  run: Run,
): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = [];
  for (const check of checks)
    findings.push({ name: check.name, ...(await runCheck(check, run)) });
  return findings;
}

async function runCheck(check: Check, run: Run): Promise<Finding> {
  try {
    return await check.run(run);
  } catch (error) {
    if (error instanceof MissingFact) return skipped(error.message);
    if (error instanceof OutOfTime) return skipped("the time was too short");
    const found = describeFailure(error);
    const advice = isPlatformDown(error) ? adviceIfDown : check.advice;
    return { verdict: "failed", found, ...(advice && { advice }) };
  }
}

/** One finding about several things of a kind. It names the wrong ones, or all if none is wrong. */
export function findingOfAll(
  things: readonly { isGood: boolean; text: string }[],
  advice: string,
): Finding {
  const textOf = (some: typeof things) =>
    some.map(({ text }) => text).join("; ");
  const wrong = things.filter(({ isGood }) => !isGood);
  return wrong.length === 0
    ? ok(textOf(things))
    : failed(textOf(wrong), advice);
}
