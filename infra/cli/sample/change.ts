import { sampleHire } from "./hire.ts";

/** An `employee.changed` event of the sample hire: fields with new values, or null for fields to clear. */
export function sampleChange(nowMs: number, fields: Record<string, unknown>) {
  const { employeeId } = sampleHire(nowMs).data;
  return {
    type: "employee.changed",
    timestamp: new Date(nowMs).toISOString(),
    data: { employeeId, ...fields },
  };
}
