import { resourceNameOf } from "../../../infra/aws/resource-names.ts";
import { product } from "../../../infra/product.ts";
import {
  type FunctionVariables,
  type FunctionName,
  functionNames,
} from "../../../infra/functions.ts";
import { type Stack, startStack } from "../../../infra/local/stack.ts";
import { readGrants } from "./read-grants.ts";
import { startIamProxy } from "./iam-proxy.ts";
import { shippedTemplate, type StackTemplate } from "./template.ts";

/** A caller in addition to those of the local stack. It lacks the scope `operate`. */
export const reader = { name: "reader", token: "token-of-the-reader" };

export type Deployed = Stack & {
  /** The log lines of all functions. */
  logs: { name: string; line: string }[];
  /** The requests that the policies deny: `function: action resource`. */
  denied: () => string[];
  /** The permissions that the functions used: `function: action resource`. */
  used: () => string[];
  /** The permissions that no request has used. */
  unused: () => string[];
};

/**
 * Starts the local stack as the template deploys it: each bundle has only the variables that the template sets, and
 * only the permissions of the template's policies.
 */
export async function startDeployed(): Promise<Deployed> {
  const template = shippedTemplate();
  const grants = new Map<string, string[]>(
    functionNames.map((name) => [name, readGrants(template, name)]),
  );
  const allowed = (name: string) => grants.get(name) ?? [];
  const proxies = {
    dynamodb: await startIamProxy("dynamodb", allowed),
    secretsManager: await startIamProxy("secretsmanager", allowed),
    lambda: await startIamProxy("lambda", allowed),
  };
  const logs: Deployed["logs"] = [];
  const stack = await startStack({
    timeScale: 0.001,
    callers: {
      [reader.name]: {
        scheme: "bearer",
        keys: [reader.token],
        scopes: [],
      },
    },
    onLog: (name, line) => logs.push({ name, line }),
    environments: ({ dynamodb, secretsManager, platform, eventBus = "" }) => {
      proxies.dynamodb.forwardTo(dynamodb);
      proxies.secretsManager.forwardTo(secretsManager);
      return environmentsIn(template, (name) => ({
        BASE_URL: platform,
        AUTH_URL: platform,
        ...(name === "onboarding-workflow" && { REPEATED_HIRE: "update" }),
        // Only with a limit does the doctor reserve its calls.
        ...(name === "doctor-handler" && { PLATFORM_CALLS_PER_SECOND: "1000" }),
        AWS_ACCESS_KEY_ID: name,
        AWS_ENDPOINT_URL_DYNAMODB: proxies.dynamodb.endpoint,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: proxies.secretsManager.endpoint,
        AWS_ENDPOINT_URL_LAMBDA: proxies.lambda.endpoint,
        AWS_ENDPOINT_URL_EVENTBRIDGE: eventBus,
      }));
    },
  });
  proxies.lambda.forwardTo(stack.lambda.endpoint);
  const all = Object.values(proxies);
  const used = () => all.flatMap((proxy) => [...proxy.used]);
  return {
    ...stack,
    logs,
    denied: () => all.flatMap(({ denied }) => denied),
    used,
    unused: () => {
      const done = new Set(used());
      return [...grants].flatMap(([name, mine]) =>
        mine
          .map((grant) => `${name}: ${grant}`)
          .filter((grant) => isChecked(grant) && !done.has(grant)),
      );
    },
    close: async () => {
      await stack.close();
      await Promise.all(all.map((proxy) => proxy.close()));
    },
  };
}

/** The variables that the template sets, with the local names of tables, secrets and functions. */
function environmentsIn(
  { all, variablesOf }: StackTemplate,
  localValues: (name: FunctionName) => FunctionVariables,
): Record<FunctionName, FunctionVariables> {
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
      const own = localValues(name);
      const needed = Object.entries(own).filter(
        ([variable]) => variable.startsWith("AWS_") || variable in variables,
      );
      return [name, Object.fromEntries([...local, ...needed])];
    }),
  ) as Record<FunctionName, FunctionVariables>;
}

/** Lambda itself writes logs, traces and failure destinations; the local stack has no counterpart of them. */
function isChecked(grant: string): boolean {
  return /: (?:dynamodb|secretsmanager|lambda):/.test(grant);
}
