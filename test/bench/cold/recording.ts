import * as z from "zod";
import { opsToken } from "../../../infra/local/credentials.ts";
import { workflowNames } from "../../../infra/aws/deployment/function-names.ts";
import type { Stack } from "../../../infra/local/stack.ts";
import type {
  HttpAnswer,
  HttpRequest,
} from "../../../infra/pages/http-server.ts";
import {
  type AnswerTo,
  type RequestServer,
  startStackBehind,
} from "../requests.ts";

/** How a workflow was started. */
type Start = { functionName: string; name: string; payload: string };

/** A scenario that is recorded once, and replayed for each measurement. */
export type RecordedScenario<Name extends string = string> = {
  name: Name;
  /** Prepares the scenario. Its requests are not recorded. */
  before?: (stack: Stack) => Promise<void>;
  /** Runs the scenario until no function runs any more. Its requests are recorded. */
  run: (stack: Stack) => Promise<void>;
};

/**
 * Plays the scenarios on the local stack, and records the answers of DynamoDB, Secrets Manager, Lambda and the
 * platform. The replay gives the same answers at once: the measured time is that of the function.
 */
export async function record<Name extends string>(
  server: RequestServer,
  scenarios: readonly RecordedScenario<Name>[],
) {
  type Heard = { answers: Map<string, HttpAnswer[]>; start: Start | undefined };
  const heard = new Map<Name, Heard>();
  let current: Heard | undefined;
  const { stack, forward } = await startStackBehind(server);
  server.answerWith(async (request, name) => {
    if (current && !current.start) {
      current.start = startIn(request);
      // Answers that a receiver or the scheduler got for the same items are not replayed to the workflow.
      if (current.start)
        for (const key of current.answers.keys())
          if (key.startsWith("DynamoDB")) current.answers.delete(key);
    }
    const answer = await forward(request, name);
    if (!current) return answer;
    const key = keyOf(request, name);
    current.answers.set(key, [...(current.answers.get(key) ?? []), answer]);
    return answer;
  });
  try {
    for (const { name, before, run } of scenarios) {
      current = undefined;
      await before?.(stack);
      current = { answers: new Map(), start: undefined };
      heard.set(name, current);
      await run(stack);
    }
    current = undefined;
    await requireSuccess(stack);
  } finally {
    await stack.close();
  }

  return {
    /** The workflow that was started. */
    startOf(name: Name): Start {
      const start = heard.get(name)?.start;
      if (start) return start;
      throw new Error(`${name} started no workflow`);
    },
    /** Gives the recorded answers in the same order, at once. */
    replay(name: Name): AnswerTo {
      const answers = heard.get(name)?.answers;
      const given = new Map<string, number>();
      // A sandbox that was warm while its scenario was recorded had read its secrets earlier.
      const lastAnswer = (key: string) =>
        [...heard.values()]
          .findLast((one) => one.answers.has(key))
          ?.answers.get(key)
          ?.at(-1);
      return (request, called) => {
        if (isWarmUpWrite(request)) return conditionFailed;
        const key = keyOf(request, called);
        // Only the very first workflow of all finds no token in the table.
        const isToken = called.endsWith(" tokens");
        const list = isToken ? [] : (answers?.get(key) ?? []);
        const nth = given.get(key) ?? 0;
        given.set(key, nth + 1);
        return list[nth] ?? list.at(-1) ?? lastAnswer(key) ?? usual(called);
      };
    },
  };
}

const operationsSchema = z.object({
  operations: z.array(
    z.object({
      type: z.string(),
      status: z.string(),
      warnings: z.array(z.unknown()).default([]),
    }),
  ),
});

/** A function that failed early would look fast. @throws unless each operation has ended without warnings, or waits */
async function requireSuccess({ origin }: Stack): Promise<void> {
  const answer = await fetch(`${origin}/operations?limit=50`, {
    headers: { authorization: `Bearer ${opsToken}` },
  });
  const { operations } = operationsSchema.parse(await answer.json());
  for (const { type, status, warnings } of operations)
    if (!["succeeded", "waiting"].includes(status) || warnings.length > 0)
      throw new Error(
        `a recorded ${type} is ${status}: ${JSON.stringify(warnings)}`,
      );
}

const itemSchema = z.object({
  Key: z.unknown().optional(),
  Item: z.object({ id: z.unknown() }).optional(),
  /** Of a query. */
  IndexName: z.string().optional(),
});

/** The key of the recorded answers to this request: the name and the item. */
function keyOf({ body }: HttpRequest, name: string): string {
  if (!name.startsWith("DynamoDB")) return name;
  const { Key, Item, IndexName } = itemSchema.parse(
    JSON.parse(body.toString()),
  );
  return `${name} ${JSON.stringify(Key ?? Item?.id ?? IndexName)}`;
}

/** The write of a warm-up has an id of its own each time, and its condition never holds. */
function isWarmUpWrite({ body }: HttpRequest): boolean {
  return body.includes("attribute_exists(id) AND attribute_not_exists(id)");
}

const conditionFailed: HttpAnswer = {
  status: 400,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: JSON.stringify({
    __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
    message: "The conditional request failed",
  }),
};

/**
 * The answer to a request that was not recorded: a write succeeds, an item is missing, and so is a previous secret.
 */
function usual(name: string): HttpAnswer {
  if (/^POST \S+\/invocations/.test(name)) return { status: 202 };
  if (/GetSecretValue .* AWSPREVIOUS$/.test(name))
    return {
      status: 400,
      headers: { "x-amzn-errortype": "ResourceNotFoundException" },
      body: "{}",
    };
  if (!/^DynamoDB (PutItem|GetItem)/.test(name))
    throw new Error(`nothing was recorded for ${name}`);
  return {
    status: 200,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: "{}",
  };
}

function startIn({ path, headers, body }: HttpRequest): Start | undefined {
  const name = headers.get("x-amz-durable-execution-name")?.[0];
  const functionName = /\/functions\/([\w-]+)/.exec(path)?.[1];
  const isWorkflow = workflowNames.some((one) => one === functionName);
  return name !== undefined && functionName !== undefined && isWorkflow
    ? { functionName, name, payload: body.toString() }
    : undefined;
}
