import { nameOf, product } from "../../../infra/aws/names.ts";
import {
  type Environment,
  type FunctionName,
  functionNames,
} from "../../../infra/functions.ts";
import { type Stack, startStack } from "../../../infra/local/stack.ts";
import { grantsOf } from "./grants-of.ts";
import { startGuard } from "./guard.ts";
import { shippedTemplate, type StackTemplate } from "./template.ts";

export type Deployed = Stack & {
  /** The lines that functions have logged. */
  logs: { name: string; line: string }[];
  /** What functions asked for and may not do: `function: action resource`. */
  denied: () => string[];
  /** What functions did of what they may do. */
  used: () => string[];
  /** The rest of what they may do. */
  unused: () => string[];
};

/**
 * The deployment on this machine: the bundles, each with the variables that the template sets and nothing more of ours,
 * and may do what the template's policies say.
 */
export async function startDeployed(): Promise<Deployed> {
  const template = shippedTemplate();
  const grants = new Map<string, string[]>(
    functionNames.map((name) => [name, grantsOf(template, name)]),
  );
  const allowed = (name: string) => grants.get(name) ?? [];
  const guards = {
    dynamodb: await startGuard("dynamodb", allowed),
    secretsManager: await startGuard("secretsmanager", allowed),
    lambda: await startGuard("lambda", allowed),
  };
  const logs: Deployed["logs"] = [];
  const stack = await startStack({
    timeScale: 0.001,
    onLog: (name, line) => logs.push({ name, line }),
    environments: ({ dynamodb, secretsManager, platform }) => {
      guards.dynamodb.leadTo(dynamodb);
      guards.secretsManager.leadTo(secretsManager);
      return environmentsIn(template, (name) => ({
        BASE_URL: platform,
        AUTH_URL: platform,
        AWS_ACCESS_KEY_ID: name,
        AWS_ENDPOINT_URL_DYNAMODB: guards.dynamodb.endpoint,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: guards.secretsManager.endpoint,
        AWS_ENDPOINT_URL_LAMBDA: guards.lambda.endpoint,
      }));
    },
  });
  guards.lambda.leadTo(stack.lambda.endpoint);
  const all = Object.values(guards);
  const used = () => all.flatMap((guard) => [...guard.used]);
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
          .filter((grant) => isGuarded(grant) && !done.has(grant)),
      );
    },
    close: async () => {
      await stack.close();
      await Promise.all(all.map((guard) => guard.close()));
    },
  };
}

/** The template's own variables, with the names that the parts have on this machine. */
function environmentsIn(
  { all }: StackTemplate,
  machine: (name: FunctionName) => Environment,
): Record<FunctionName, Environment> {
  const lambdas = all<{
    FunctionName: string;
    Environment: { Variables: Environment };
  }>("AWS::Lambda::Function");
  return Object.fromEntries(
    functionNames.map((name) => {
      const { Variables } = lambdas.find(
        ({ Properties }) => Properties.FunctionName === nameOf(name),
      )!.Properties.Environment;
      const local = Object.entries(Variables).map(([variable, value]) => [
        variable,
        value.replace(new RegExp(`^${product}[-/]`), ""),
      ]);
      const own = machine(name);
      const needed = Object.entries(own).filter(
        ([variable]) => variable.startsWith("AWS_") || variable in Variables,
      );
      return [name, Object.fromEntries([...local, ...needed])];
    }),
  ) as Record<FunctionName, Environment>;
}

/** Logs, traces and failure destinations are Lambda's own affair, and not on this machine. */
function isGuarded(grant: string): boolean {
  return /: (?:dynamodb|secretsmanager|lambda):/.test(grant);
}
