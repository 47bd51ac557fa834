import * as z from "zod/mini";
import { isEmailAddress } from "../../shared/email-address.ts";

/** What the doctor is asked. Without a mailbox it changes nothing on the platform. */
export const doctorRequestSchema = z.strictObject({
  /** The person of the checks that write gets an address of this mailbox: `ops@…` becomes `ops+doctor-…@…`. */
  mailbox: z.optional(
    z.string().check(z.refine(isEmailAddress, "must be an e-mail address")),
  ),
});
export type DoctorRequest = z.infer<typeof doctorRequestSchema>;

const checkResultSchema = z.object({
  name: z.string(),
  /** A skipped check had nothing to look at, most often because an earlier one failed. */
  verdict: z.enum(["ok", "warning", "failed", "skipped"]),
  /** What the platform does: sentences of ours with counts, statuses and hosts, and nothing that it sent. */
  found: z.string(),
  /** What to do. */
  advice: z.optional(z.string()),
  /** The setting of `cdk.json` that the advice is about. */
  setting: z.optional(z.string()),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

const recommendedSchema = z.record(
  z.string(),
  z.union([z.string(), z.number()]),
);
/** Values for settings, by their names in `cdk.json`. */
export type Recommended = z.infer<typeof recommendedSchema>;

/** What the doctor answers. */
export const diagnosisSchema = z.object({
  checks: z.array(checkResultSchema),
  recommended: recommendedSchema,
});
export type Diagnosis = z.infer<typeof diagnosisSchema>;
