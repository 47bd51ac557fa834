import * as z from "zod";
import { startStack } from "../../../infra/local/stack.ts";
import { type UseCase, useCases, send } from "./use-cases.ts";
import type { Answer, AnswerTo, LocalEnd, Request } from "./local-end.ts";

/** How a workflow was started. */
export type Start = { functionName: string; name: string; payload: string };

export type Recording = {
  /** The path of the operation of the first use case. */
  location: string;
  /** The workflow that the receiver of a use case started. */
  startOf: (useCase: UseCase) => Start;
  /** Gives the recorded answers in the same order, at once. */
  replay: (useCase: UseCase) => AnswerTo;
};

/**
 * Runs all use cases on the local stack and records the answers of DynamoDB, Secrets Manager, Lambda and the platform.
 * The replay gives the same answers at once: the measured time is that of the function.
 */
export async function record(end: LocalEnd): Promise<Recording> {
  const heard = new Map<UseCase, Map<string, Answer[]>>(
    useCases.map((useCase) => [useCase, new Map()]),
  );
  const starts = new Map<UseCase, Start>();
  let useCase: UseCase = "onboarding";
  const stack = await startStack({
    timeScale: 0.001,
    // The scheduler must not change the order of the requests.
    schedulerIntervalMs: 60 * 60_000,
    environment: endpointsAt(end.endpoint),
  });
  const upstreamOf = ({ path, headers }: Request) => {
    const target = String(headers["x-amz-target"] ?? "");
    if (target.startsWith("DynamoDB")) return stack.dynamodb.endpoint;
    if (target !== "") return stack.secretsManager.endpoint;
    return isLambda(path) ? stack.lambda.endpoint : stack.platform.origin;
  };

  end.answerWith(async (request, name) => {
    const answer = await forward(upstreamOf(request), request);
    const key = keyOf(request, name);
    const answers = heard.get(useCase);
    answers?.set(key, [...(answers.get(key) ?? []), answer]);
    const start = startIn(request);
    if (start) starts.set(useCase, start);
    return answer;
  });

  let location = "";
  try {
    for (useCase of useCases) {
      const answer = await send(useCase, stack.origin, { location });
      if (!answer.ok) throw new Error(`${useCase}: ${await answer.text()}`);
      location ||= answer.headers.get("location") ?? "";
      await stack.lambda.idle();
    }
  } finally {
    await stack.close();
  }

  return {
    location,
    startOf: (one) => {
      const start = starts.get(one);
      if (start) return start;
      throw new Error(`${one} started no workflow`);
    },
    replay: (one) => {
      const answers = new Map(
        [...(heard.get(one) ?? [])].map(([key, list]) => [key, [...list]]),
      );
      return (request, name) => {
        if (isWarmUpWrite(request)) return conditionFailed;
        const list = answers.get(keyOf(request, name)) ?? [];
        return (list.length > 1 ? list.shift() : list[0]) ?? usual(name);
      };
    },
  };
}

/** The environment of a function all of whose wires end here. */
export function endpointsAt(endpoint: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    AWS_ENDPOINT_URL_LAMBDA: endpoint,
    BASE_URL: endpoint,
    AUTH_URL: endpoint,
  };
}

export function isLambda(path: string): boolean {
  return /^\/20\d\d-\d\d-\d\d\/(functions|durable-executions)\//.test(path);
}

const itemSchema = z.object({
  Key: z.unknown().optional(),
  Item: z.object({ id: z.unknown() }).optional(),
});

/** The key of the recorded answers to this request: the name and the item. */
function keyOf({ body }: Request, name: string): string {
  if (!name.startsWith("DynamoDB")) return name;
  const { Key, Item } = itemSchema.parse(JSON.parse(body.toString()));
  return `${name} ${JSON.stringify(Key ?? Item?.id)}`;
}

/** The write of a warm-up has an id of its own each time, and its condition never holds. */
function isWarmUpWrite({ body }: Request): boolean {
  return body.includes("attribute_exists(id) AND attribute_not_exists(id)");
}

const conditionFailed: Answer = {
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
function usual(name: string): Answer {
  if (/^POST \S+\/invocations/.test(name))
    return { status: 202, headers: {}, body: "" };
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

function startIn({ path, headers, body }: Request): Start | undefined {
  const name = headers["x-amz-durable-execution-name"];
  const functionName = /\/functions\/([\w-]+)/.exec(path)?.[1];
  return typeof name === "string" && functionName !== undefined
    ? { functionName, name, payload: body.toString() }
    : undefined;
}

async function forward(
  origin: string,
  { method, path, headers, body }: Request,
): Promise<Answer> {
  const { host: _, connection: __, "content-length": ___, ...rest } = headers;
  const response = await fetch(origin + path, {
    method,
    headers: Object.entries(rest).flatMap(
      ([name, value]): [string, string][] =>
        typeof value === "string" ? [[name, value]] : [],
    ),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: "manual",
  });
  // The body is whole and plain by now.
  const {
    "transfer-encoding": _chunked,
    "content-encoding": _packed,
    ...answered
  } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: answered,
    body: Buffer.from(await response.arrayBuffer()),
  };
}
