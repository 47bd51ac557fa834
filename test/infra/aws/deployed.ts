import { resourceNameOf } from "../../../infra/aws/resource-names.ts";
import { product } from "../../../infra/product.ts";
import {
  type FunctionVariables,
  type FunctionName,
  functionNames,
} from "../../../infra/functions.ts";
import { covers } from "../../../infra/local/aws/permissions.ts";
import { type Stack, startStack } from "../../../infra/local/stack.ts";
import { isCalledByCode, readGrants } from "./read-grants.ts";
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
    callers: {
      [reader.name]: {
        scheme: "bearer",
        keys: [reader.token],
        scopes: [],
      },
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
        ...(name === "onboarding-workflow" && { REPEATED_HIRE: "update" }),
        // Only with a limit does the doctor reserve its calls.
        ...(name === "doctor-handler" && { PLATFORM_CALLS_PER_SECOND: "1000" }),
      })),
  });
  return {
    ...stack,
    logs,
    denied: () => denied,
    used: () => [...used],
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
        ([variable]) => variable in variables,
      );
      return [name, Object.fromEntries([...local, ...needed])];
    }),
  ) as Record<FunctionName, FunctionVariables>;
}
