import type { EventType } from "../../shared/event-types.ts";
import { sampleHire } from "./hire.ts";

/** The events of the sample employee beside the hire: the type of each, and its data. */
const samples = {
  adopt: {
    type: "employee.adopted",
    data: {
      username: "zoe.lindqvist",
      email: "zoe.lindqvist@example.com",
      identities: { slack: "T0001:U1042" },
    },
  },
  change: { type: "employee.changed", data: { title: "Principal Engineer" } },
  suspend: {
    type: "employee.suspended",
    data: { reason: "parental leave" },
  },
  resume: { type: "employee.resumed", data: {} },
  leave: {
    type: "employee.terminated",
    data: { graceDays: 1, reason: "resigned" },
  },
  "cancel-leave": { type: "employee.termination_cancelled", data: {} },
  status: { type: "status.set", data: { text: "Counting engines" } },
} as const satisfies Record<string, { type: EventType; data: object }>;

type SampleName = "hire" | keyof typeof samples;

export const sampleNames: readonly SampleName[] = [
  "hire",
  ...Object.keys(samples).filter((name): name is keyof typeof samples =>
    Object.hasOwn(samples, name),
  ),
];

/**
 * An event of the sample employee.
 *
 * @param fields - replace fields of the sample
 */
export function createSample(
  name: SampleName,
  nowMs: number,
  fields: Record<string, unknown> = {},
) {
  const hire = sampleHire(nowMs);
  if (name === "hire") return { ...hire, data: { ...hire.data, ...fields } };
  const { type, data } = samples[name];
  return {
    ...hire,
    type,
    data: { employeeId: hire.data.employeeId, ...data, ...fields },
  };
}
