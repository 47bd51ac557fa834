import { resourceNameOf } from "../../../../infra/aws/resource-names.ts";
import { product } from "../../../../infra/aws/deployment/product.ts";
import {
  type FunctionVariables,
  type FunctionName,
  type AnyFunctionName,
  functionNames,
} from "../../../../infra/aws/deployment/functions.ts";
import { covers } from "../../../../infra/local/aws/permissions.ts";
import { localSecrets } from "../../../../infra/local/credentials.ts";
import type { LocalSources } from "../../../../infra/local/local-sources.ts";
import { type Stack, startStack } from "../../../../infra/local/stack.ts";
import type { ReplyServer } from "../../../functions/status-relay/reply-server.ts";
import { isCalledByCode, readGrants } from "../read-grants.ts";
import { shippedTemplate, type StackTemplate } from "../template.ts";

/** A caller in addition to those of the local stack. It lacks the scope `operate`. */
export const reader = { name: "reader", token: "token-of-the-reader" };

export type Deployed = Stack & {
  /** The log lines of all functions. */
  logs: { name: string; line: string }[];
  /** The requests that the policies deny: `function: action resource`. */
  denied: () => string[];
  /** The permissions that no request has used. */
  unused: () => string[];
};

/** Settings that make functions send requests that they do not send with the settings of cdk.json. */
const settingsOf: Partial<Record<FunctionName, FunctionVariables>> = {
  "doctor-handler": {
    // Only with a limit does it reserve its calls.
    PLATFORM_CALLS_PER_SECOND: "1000",
    // It warns of a login that takes longer, as one does on a busy machine.
    LOGIN_LEASE_MS: "30000",
  },
  "employment-workflow": {
    REPEATED_HIRE: "update",
    // A deletion need not wait.
    MIN_GRACE_DAYS: "0",
    PLATFORM_CALLS_PER_SECOND: "1000",
    // More people leave here than usual.
    DISABLE_LIMIT_MIN: "100",
    DISABLE_LIMIT_MAX: "100",
  },
  "status-relay-receiver": { STATUS_MAX_LENGTH: "1000" },
};

/**
 * Starts the local stack as the template deploys it: each bundle has only the variables that the template sets, and
 * only the permissions of the template's policies.
 */
export async function startDeployed({
  sources,
  replies,
}: {
  sources: LocalSources;
  replies: ReplyServer;
}): Promise<Deployed> {
  const template = shippedTemplate();
  const grants = new Map<string, string[]>(
    functionNames.map((name) => [
      name,
      readGrants(template, name).filter(isCalledByCode).map(withLocalName),
    ]),
  );
  const denied: string[] = [];
  const used = new Set<string>();
  const logs: Deployed["logs"] = [];
  const stack = await startStack({
    timeScale: 0.001,
    // The tests run the scheduler.
    schedulerIntervalMs: 3_600_000,
    historyInPages: true,
    sources: sources.sources,
    subscribers: {
      desk: {
        format: "webhook",
        url: replies.urlOf("desk"),
        keys: [localSecrets.callers.hr.keys[0]],
      },
      // It answers 410.
      gone: {
        format: "webhook",
        url: replies.urlOf("gone"),
        keys: [localSecrets.callers.hr.keys[0]],
      },
    },
    callers: {
      ...sources.callers,
      mattermost: {
        ...localSecrets.callers.mattermost,
        responseHosts: [replies.host],
      },
      [reader.name]: { scheme: "bearer", keys: [reader.token], scopes: [] },
    },
    permits: (name, { action, resource }) => {
      const mine = grants.get(name);
      if (!mine) return true;
      const asked = `${action} ${resource}`;
      const grant = mine.find((one) => covers(one, asked));
      if (grant === undefined) denied.push(`${name}: ${asked}`);
      else used.add(`${name}: ${grant}`);
      return grant !== undefined;
    },
    onLog: (name, line) => logs.push({ name, line }),
    environments: ({ platform }) =>
      environmentsIn(template, (name) => ({
        BASE_URL: platform,
        AUTH_URL: platform,
        LOOPBACK_HTTP: "true",
        // A sign-in that fails keeps its lease, and the next attempt waits for its end.
        LOGIN_LEASE_MS: "50",
        ...settingsOf[name],
      })),
  });
  return {
    ...stack,
    logs,
    denied: () => denied,
    unused: () =>
      [...grants].flatMap(([name, mine]) =>
        mine.map((one) => `${name}: ${one}`).filter((one) => !used.has(one)),
      ),
  };
}

/** The local services have the names of the template without its prefix. */
function withLocalName(grant: string): string {
  return grant.replace(new RegExp(`${product}[-/]`), "");
}

/** The variables that the template sets, with the local names of tables, secrets and functions. */
function environmentsIn(
  { all, variablesOf }: StackTemplate,
  localValues: (name: FunctionName) => FunctionVariables,
): Record<AnyFunctionName, FunctionVariables> {
  const lambdas = all<{
    FunctionName: string;
    Environment: { Variables: FunctionVariables };
  }>("AWS::Lambda::Function");
  return Object.fromEntries(
    functionNames.map((name) => {
      const lambda = lambdas.find(
        ({ Properties }) => Properties.FunctionName === resourceNameOf(name),
      )!;
      const variables = variablesOf(lambda);
      const local = Object.entries(variables).map(([variable, value]) => [
        variable,
        value.replace(new RegExp(`^${product}[-/]`), ""),
      ]);
      const own = Object.entries(localValues(name)).filter(
        ([variable]) => variable in variables || !variable.endsWith("_URL"),
      );
      return [name, Object.fromEntries([...local, ...own])];
    }),
  ) as Record<AnyFunctionName, FunctionVariables>;
}
