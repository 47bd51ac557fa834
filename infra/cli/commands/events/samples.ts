import { sampleChange } from "../../sample/change.ts";
import { sampleHire } from "../../sample/hire.ts";
import { sampleLeave } from "../../sample/leave.ts";

const samples = {
  hire: sampleHire,
  change: (nowMs: number) =>
    sampleChange(nowMs, { title: "Principal Engineer" }),
  leave: (nowMs: number) => sampleLeave(nowMs, 1),
  status: (nowMs: number) => ({
    type: "status.set",
    timestamp: new Date(nowMs).toISOString(),
    data: {
      employeeId: sampleHire(nowMs).data.employeeId,
      text: "Counting engines",
    },
  }),
};
type SampleName = keyof typeof samples;

export const sampleNames = [
  "hire",
  "change",
  "leave",
  "status",
] as const satisfies SampleName[];

/** An event of the sample employee. */
export function createSample(name: SampleName, nowMs: number): unknown {
  return samples[name](nowMs);
}
