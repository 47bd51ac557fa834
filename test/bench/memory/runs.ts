import type { FunctionName } from "../../../infra/aws/deployment/function-names.ts";
import {
  employeeOn,
  type CallScenario,
  scenarios,
} from "../calls/scenarios.ts";
import type {
  ColdStart,
  Latency,
  startColdStarts,
} from "../cold/cold-starts.ts";
import type { RecordedScenario } from "../cold/recording.ts";
import { type Billed, billedOf } from "./billed.ts";

/** A function at work: what is billed for it. */
export type Run = {
  /** What it does: the name of an operation of the benchmark `calls`, or one of its own. */
  name: string;
  function: FunctionName;
  measure: (throttle: string | undefined) => Promise<Billed>;
};

/** The assumed time of a request to AWS, in milliseconds: DynamoDB takes single-digit milliseconds. */
export const awsMs = 5;
/** What the platform takes for an answer. Each further second of waiting costs the same, whatever runs. */
export const platformMs = 50;
/** One cold run of a sandbox, and two warm ones. */
const times = 3;

/** By the names of the operations. */
const workflows = {
  "onboarding: avatar, 5 tasks": "employment-workflow",
  "offboarding at once": "employment-workflow",
  status: "status-relay-workflow",
  "onboarding: nothing but the person": "employment-workflow",
  "offboarding with a grace period: disable": "employment-workflow",
  "offboarding with a grace period: delete": "employment-workflow",
  "change of a title": "employment-workflow",
  suspension: "employment-workflow",
} satisfies Record<string, FunctionName>;
type WorkflowRun = keyof typeof workflows;
const workflowRuns = Object.keys(workflows) as WorkflowRun[];

/** A minute in which no operation is due, and the hire that a receiver takes. */
export const idleMinute = "a minute without work";
export const acceptedHire = "a hire is accepted";

type Recorded = WorkflowRun | typeof idleMinute;

/** What is recorded for the runs. */
export const recordedScenarios: readonly RecordedScenario<Recorded>[] = [
  ...workflowRuns.map((name) => recordedScenarioOf(name)),
  {
    name: idleMinute,
    // Everything that is due is done before.
    before: (stack) => stack.runScheduler(),
    run: (stack) => stack.runScheduler(),
  },
];

function recordedScenarioOf(name: WorkflowRun): RecordedScenario<WorkflowRun> {
  const found = scenarios.find((one): one is CallScenario => one.name === name);
  if (!found) throw new Error(`There is no scenario ${name}.`);
  const { before, run } = found;
  const employeeId = `memory-${workflowRuns.indexOf(name)}`;
  let employee: ReturnType<typeof employeeOn> | undefined;
  return {
    name,
    async before(stack) {
      employee = employeeOn(stack, employeeId);
      await before?.(employee);
    },
    async run() {
      if (employee) await run(employee);
    },
  };
}

/** The runs, on what was started with {@link recordedScenarios}. */
export function runsOf(
  coldStarts: Awaited<ReturnType<typeof startColdStarts<Recorded>>>,
): Run[] {
  const latency: Latency = { awsMs, platformMs };
  const optionsOf = (throttle: string | undefined) => ({
    throttle,
    latency,
    times,
  });
  return [
    {
      name: acceptedHire,
      function: "onboarding-receiver",
      measure: async (throttle) =>
        billedOf(
          await coldStarts.sendRequest(
            coldStarts.sandboxOf("onboarding-receiver"),
            "onboarding",
            optionsOf(throttle),
          ),
        ),
    },
    ...workflowRuns.map((name): Run => ({
      name,
      function: workflows[name],
      measure: async (throttle) => {
        const run = await coldStarts.runWorkflow(
          coldStarts.sandboxOf(workflows[name]),
          name,
          optionsOf(throttle),
        );
        requireSameCalls(name, run);
        return billedOf(run);
      },
    })),
    {
      name: idleMinute,
      function: "scheduler-handler",
      measure: async (throttle) =>
        billedOf(
          await coldStarts.sendEvent(
            coldStarts.sandboxOf("scheduler-handler"),
            idleMinute,
            {},
            optionsOf(throttle),
          ),
        ),
    },
  ];
}

/** A workflow that stops early would look cheap. @throws unless each run made the same calls to the platform */
function requireSameCalls(
  name: string,
  { asked, invocations: { length } }: ColdStart,
): void {
  const calls = asked.filter((one) => one.name.includes(" /api/core/"));
  if (calls.length === 0 || calls.length % length !== 0)
    throw new Error(
      `${name}: ${length} runs made ${calls.length} calls to the platform`,
    );
}
