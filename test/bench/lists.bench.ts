import type { Benchmark } from "./benchmark.ts";
import { measurePlans, type MeasuredPlan } from "./lists/measure-plan.ts";

const maxSeconds = 600;
const maxMb = 256;

export const benchmark: Benchmark = {
  name: "lists",
  title: "A whole list of people against all people of the platform",
  isOnlyNamed: true,
  async run({ progress, rounds }) {
    // `--quick` plans 3,000 rows.
    const people = 1_000 * rounds(100);
    const { first, night } = await measurePlans(people, progress);
    const plans = [
      { name: "first plan: nobody is known", plan: first },
      { name: "a night: everybody is an employee", plan: night },
    ];
    const seconds = Math.max(first.seconds, night.seconds);
    const peakMb = Math.max(...plans.map(({ plan }) => megabytesOf(plan)));
    const wrong = [...first.wrong, ...night.wrong];
    return {
      rows: plans.map(({ name, plan }) => ({
        plan: name,
        rows: plan.rows,
        seconds: plan.seconds,
        "CPU s": plan.cpuSeconds,
        "peak MB": megabytesOf(plan),
        "calls of the platform": plan.calls,
      })),
      verdicts: [
        {
          goal: `at most ${maxSeconds} s`,
          measured: `${seconds.toFixed(0)} s for ${people} rows`,
          isMet: seconds <= maxSeconds,
        },
        {
          goal: `memory below ${maxMb} MB`,
          measured: `${peakMb.toFixed(0)} MB, the whole process`,
          isMet: peakMb < maxMb,
        },
        {
          goal: "each row comes to what a second decision of it says",
          measured: `${wrong.length} rows do not${wrong.length > 0 ? `: ${wrong.slice(0, 3).join("; ")}` : ""}`,
          isMet: wrong.length === 0,
        },
      ],
      notes: [
        "The bundle as it is deployed, in a process of its own; platform and tables have processes of their own, too. The tables are those of the simulation, in memory, behind the protocol of DynamoDB. There is no rate limit: with one of ten calls a second, reading 100,000 people takes 100 s.",
      ],
    };
  },
};

function megabytesOf({ peakBytes }: MeasuredPlan): number {
  return peakBytes / 1e6;
}
