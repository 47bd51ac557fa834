import { sampleHire } from "./hire.ts";

/** An `employee.terminated` event of the sample hire. */
export function sampleLeave(nowMs: number, graceDays: number) {
  const { employeeId } = sampleHire(nowMs).data;
  return {
    type: "employee.terminated",
    timestamp: new Date(nowMs).toISOString(),
    data: { employeeId, graceDays, reason: "resigned" },
  };
}
