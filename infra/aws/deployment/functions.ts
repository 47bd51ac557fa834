import { doctorConfig } from "../../../functions/doctor/config.ts";
import { employmentWorkflowConfig } from "../../../functions/employment/config.ts";
import {
  eventsPreviewConfig,
  eventsReceiverConfig,
  eventsWorkflowConfig,
} from "../../../functions/events/config.ts";
import {
  listsApiConfig,
  listsWorkflowConfig,
} from "../../../functions/lists/config.ts";
import { notificationsConfig } from "../../../functions/notifications/config.ts";
import { operationsConfig } from "../../../functions/operations/config.ts";
import { schedulerConfig } from "../../../functions/scheduler/config.ts";
import {
  statusRelayReceiverConfig,
  statusRelayWorkflowConfig,
} from "../../../functions/status-relay/config.ts";
import { receiverConfig } from "../../../shared/runtime/config.ts";
import {
  type Definitions,
  isSetting,
  toText,
  type Variable,
} from "../../../shared/runtime/setting.ts";
import type { Context } from "./context.ts";
import {
  allFunctionNames,
  type AnyDurableName,
  type AnyFunctionName,
  workflowOfReceiver,
} from "./function-names.ts";
import { recordOf } from "./record-of.ts";

export * from "./function-names.ts";

/** The function that answers each path. It gets every method, so that our own code answers a wrong method with 405. */
export const routes: readonly { path: string; function: AnyFunctionName }[] = [
  { path: "/onboarding/{caller}", function: "onboarding-receiver" },
  { path: "/offboarding/{caller}", function: "offboarding-receiver" },
  { path: "/profile/{caller}", function: "profile-update-receiver" },
  { path: "/status/{caller}", function: "status-relay-receiver" },
  { path: "/events/{caller}", function: "events-receiver" },
  { path: "/events/{caller}/preview", function: "events-preview" },
  { path: "/operations", function: "operations-api" },
  { path: "/operations/{path+}", function: "operations-api" },
  { path: "/overview", function: "operations-api" },
  { path: "/problems", function: "operations-api" },
  { path: "/employees", function: "operations-api" },
  { path: "/employees/{path+}", function: "operations-api" },
  { path: "/plans", function: "lists-api" },
  { path: "/plans/{path+}", function: "lists-api" },
  { path: "/scim/v2/{caller}/{path+}", function: "scim-receiver" },
];

/**
 * How long an execution of a workflow may take. Store steps retry for a day and all other steps for hours, so an
 * execution that runs longer is stuck.
 */
export const executionDays = 7;

/** What each function reads from its environment. */
export const functionConfigs = {
  "onboarding-receiver": receiverConfig,
  "offboarding-receiver": receiverConfig,
  "profile-update-receiver": receiverConfig,
  "status-relay-receiver": statusRelayReceiverConfig,
  "employment-workflow": employmentWorkflowConfig,
  "status-relay-workflow": statusRelayWorkflowConfig,
  "events-workflow": eventsWorkflowConfig,
  "events-receiver": eventsReceiverConfig,
  "events-preview": eventsPreviewConfig,
  "notifications-workflow": notificationsConfig,
  "operations-api": operationsConfig,
  "scheduler-handler": schedulerConfig,
  "doctor-handler": doctorConfig,
  "lists-api": listsApiConfig,
  "lists-workflow": listsWorkflowConfig,
  "scim-receiver": receiverConfig,
} satisfies Record<AnyFunctionName, Definitions<Variable>>;

export type FunctionVariables = Record<string, string>;

/** The names of the resources that functions use. */
export type ResourceNames = {
  storeTable: string;
  tokensTable: string;
  callersSecret: string;
  communitySecret: string;
  subscribersSecret: string;
  sourcesSecret: string;
  eventBus: string;
  /** The durable functions with their aliases: `employment-workflow:live`. */
  workflows: Record<AnyDurableName, string>;
};

/** The settings of a deployment. A setting that is absent has its default. */
type Decisions = Partial<Context> &
  Pick<Context, "baseUrl" | "authUrl"> & {
    /** Whether requests outward may go to http of this machine. @default false */
    loopbackHttp?: boolean;
  };

/** The variables of each function, for the deployed stack and for one machine alike. `readConfig` reads them. */
export function environmentsOf(
  { workflows, ...resources }: ResourceNames,
  decided: Decisions,
): Record<AnyFunctionName, FunctionVariables> {
  const values = {
    ...resources,
    ...decided,
    employmentWorkflow: workflows["employment-workflow"],
    statusRelayWorkflow: workflows["status-relay-workflow"],
    eventsWorkflow: workflows["events-workflow"],
    notificationsWorkflow: workflows["notifications-workflow"],
    pulledCallers: decided.schedules?.flatMap(({ pull }) => pull ?? []),
    ...(decided.lists && { listsWorkflow: workflows["lists-workflow"] }),
  };
  return recordOf(allFunctionNames, (name) => {
    const workflow = workflowOfReceiver[name];
    return environmentOf(functionConfigs[name], {
      ...values,
      workflowFunction: workflow && workflows[workflow],
    });
  });
}

/** Divides the variables of a function into those of its environment and those of its settings file. */
export function divideEnvironment(
  name: AnyFunctionName,
  all: FunctionVariables,
): { environment: FunctionVariables; file: FunctionVariables } {
  const inFile = new Set(variablesInFile(functionConfigs[name]));
  const entries = Object.entries(all);
  return {
    environment: Object.fromEntries(
      entries.filter(([key]) => !inFile.has(key)),
    ),
    file: Object.fromEntries(entries.filter(([key]) => inFile.has(key))),
  };
}

function variablesInFile(definitions: Definitions<Variable>): string[] {
  return Object.values(definitions).flatMap((one) => {
    if (!isSetting(one)) return variablesInFile(one);
    return one.inFile ? [one.variable] : [];
  });
}

/** The variables of these settings, also of those in groups. A setting without a value has none. */
function environmentOf(
  definitions: Definitions<Variable>,
  values: unknown,
): FunctionVariables {
  const byName = new Map<string, unknown>(Object.entries(values ?? {}));
  return Object.fromEntries(
    Object.entries(definitions).flatMap(([name, item]): [string, string][] => {
      const value = byName.get(name);
      if (!isSetting(item)) return Object.entries(environmentOf(item, value));
      return value === undefined ? [] : [[item.variable, toText(value)]];
    }),
  );
}
