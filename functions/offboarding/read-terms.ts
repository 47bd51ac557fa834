import type { ReasonCode } from "../../shared/reason-codes.ts";
import type { Disposition, Warning } from "../../shared/store/operation.ts";
import { readEventData } from "../../shared/workflow/read-event-data.ts";
import { terminationSchema } from "./event.ts";
import type { OffboardingRun } from "./offboarding-run.ts";

/** What happens to the person, and when. The operation keeps it when its payload is erased. */
export type RunTerms = {
  disposition: Disposition;
  graceDays: number;
  warnings: Warning[];
};

const termsReasons: readonly ReasonCode[] = [
  "deletion-not-allowed",
  "grace-raised",
];

/**
 * Step "read grace": whether the person is deleted, and how long they stay disabled before, as the event says within the
 * bounds of the settings. The first run decides it. An adoption, a release or a retry can run the termination again when
 * its data is erased.
 *
 * @throws StepFailure `data-erased` if no run has decided it before
 */
export async function readTerms(run: OffboardingRun): Promise<RunTerms> {
  const { steps } = run;
  return keptTerms(run) ?? steps.idempotent("read grace", () => findTerms(run));
}

/** Does the same without a step, for a part of another one. */
export async function findTerms(run: OffboardingRun): Promise<RunTerms> {
  return (
    keptTerms(run) ??
    boundTerms(run, await readEventData(run, terminationSchema)())
  );
}

/** The terms that an earlier run has decided. */
function keptTerms({ operation }: OffboardingRun): RunTerms | undefined {
  const { disposition, graceDays, warnings } = operation;
  if (disposition !== undefined && graceDays !== undefined)
    return {
      disposition,
      graceDays,
      warnings: warnings.filter(({ reason }) => termsReasons.includes(reason)),
    };
  return undefined;
}

/** An event can only weaken the settings: it can keep a person, and it can lengthen the grace period. */
function boundTerms(
  { leaverDisposition, graceDays, minGraceDays }: OffboardingRun,
  asked: {
    disposition?: Disposition | undefined;
    graceDays?: number | undefined;
  },
): RunTerms {
  const isKept =
    leaverDisposition === "disable" || asked.disposition === "disable";
  const askedDays = asked.graceDays ?? graceDays;
  const warnings: Warning[] = [];
  if (isKept && asked.disposition === "delete")
    warnings.push({ about: "/disposition", reason: "deletion-not-allowed" });
  if (!isKept && askedDays < minGraceDays)
    warnings.push({ about: "/graceDays", reason: "grace-raised" });
  return {
    disposition: isKept ? "disable" : "delete",
    graceDays: Math.max(askedDays, minGraceDays),
    warnings,
  };
}
