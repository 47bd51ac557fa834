import * as z from "zod";
import {
  jsonAnswer,
  type HttpAnswer,
  type HttpRequest,
} from "../../../pages/http-server.ts";
import type { DurableExecutions } from "./durable-executions.ts";
import {
  operationUpdateSchema,
  type ExecutionDocument,
} from "./execution-document.ts";
import {
  answerError,
  AwsError,
  invalidParameter,
  notFound,
} from "../aws-error.ts";
import type { FunctionError, InvocationOutcome } from "./sandbox-messages.ts";

export type LambdaFunction = {
  isDurable: boolean;
  /** Runs the handler with `payload`, which is JSON text. Never rejects. */
  invoke: (payload: string) => Promise<InvocationOutcome>;
};

export type LambdaApiOptions = {
  functions: ReadonlyMap<string, LambdaFunction>;
  executions: DurableExecutions;
  /** Accepts an asynchronous invocation and returns immediately. */
  invokeAsynchronously: (functionName: string, payload: string) => void;
};

/** Lambda queues the event of an asynchronous invocation, so the limit is lower than for other invocations. */
const maxEventBytes = 1024 * 1024;

const checkpointSchema = z.object({
  CheckpointToken: z.string(),
  Updates: z.array(operationUpdateSchema).nullish(),
});

const wireTimestamp = z.union([z.string(), z.date()]);

/** Converts timestamps: an invocation event has ISO 8601 text, and a response of the API has epoch seconds. */
const wireOperationSchema = z.looseObject({
  StartTimestamp: wireTimestamp.optional().transform(toEpochSeconds),
  EndTimestamp: wireTimestamp.optional().transform(toEpochSeconds),
  StepDetails: z
    .looseObject({
      NextAttemptTimestamp: wireTimestamp.optional().transform(toEpochSeconds),
    })
    .optional(),
  WaitDetails: z
    .looseObject({
      ScheduledEndTimestamp: wireTimestamp.optional().transform(toEpochSeconds),
    })
    .optional(),
});

/**
 * Handles requests of the Lambda API: Invoke, and the checkpoint, state and get requests of durable executions.
 */
export function createLambdaApi(
  options: LambdaApiOptions,
): (request: HttpRequest) => Promise<HttpAnswer> {
  return async (request) => {
    try {
      return await route(request, options);
    } catch (error) {
      return answerError(error, "InvalidParameterValueException");
    }
  };
}

async function route(
  request: HttpRequest,
  options: LambdaApiOptions,
): Promise<HttpAnswer> {
  const [, , collection = "", id = "", action = ""] = request.path
    .split("/")
    .map(decodeURIComponent);
  switch (`${request.method} ${collection} ${action}`) {
    case "POST functions invocations":
      return invoke(id, request, options);
    case "POST durable-executions checkpoint":
      return checkpoint(id, request, options.executions);
    case "GET durable-executions state":
      return readState(id, request, options.executions);
    case "GET durable-executions ":
      return jsonAnswer(200, describe(options.executions.get(id)));
    default:
      throw notFound(`${request.method} ${request.path}`);
  }
}

async function invoke(
  nameOrArn: string,
  request: HttpRequest,
  { functions, executions, invokeAsynchronously }: LambdaApiOptions,
): Promise<HttpAnswer> {
  const { functionName, qualifier } = parseFunctionName(nameOrArn, request);
  const lambda = functions.get(functionName);
  if (!lambda) throw notFound(`Function ${functionName}`);
  const payload = readPayload(request);
  const name = header(request, "x-amz-durable-execution-name");
  const type = header(request, "x-amz-invocation-type");
  const isEvent = type === "Event";
  const isDryRun = type === "DryRun";
  if (isEvent && request.body.length > maxEventBytes) {
    const message = `The payload of an asynchronous invocation has at most ${maxEventBytes} bytes.`;
    throw new AwsError("RequestTooLargeException", 413, message);
  }

  if (!lambda.isDurable) {
    if (name !== undefined) {
      throw invalidParameter(`${functionName} is not a durable function.`);
    }
    if (isDryRun) return { status: 204 };
    if (!isEvent) return answerInvocation(await lambda.invoke(payload));
    invokeAsynchronously(functionName, payload);
    return { status: 202 };
  }

  if (qualifier === undefined) {
    throw invalidParameter(
      "You cannot invoke a durable function using an unqualified name; add a version or an alias.",
    );
  }
  if (isDryRun) return { status: 204 };
  const { arn } = executions.start({ functionName, name, payload });
  const headers = { "x-amz-durable-execution-arn": arn };
  if (isEvent) return { status: 202, headers };
  const outcome = toInvocationOutcome(await executions.settled(arn));
  const answer = answerInvocation(outcome);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** The outcome that the caller of an ended execution gets. */
export function toInvocationOutcome(
  document: ExecutionDocument,
): InvocationOutcome {
  if (document.status === "SUCCEEDED") {
    return { status: "returned", payload: document.result ?? "null" };
  }
  const { ErrorType, ErrorMessage } = document.error ?? {};
  const error: FunctionError = {
    errorType: ErrorType ?? "Error",
    errorMessage: ErrorMessage ?? `The execution is ${document.status}.`,
  };
  return { status: "failed", error };
}

function answerInvocation(outcome: InvocationOutcome): HttpAnswer {
  if (outcome.status === "failed") {
    const headers = { "x-amz-function-error": "Unhandled" };
    return jsonAnswer(200, outcome.error, headers);
  }
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: outcome.payload,
  };
}

async function checkpoint(
  arn: string,
  request: HttpRequest,
  { client }: DurableExecutions,
): Promise<HttpAnswer> {
  const { CheckpointToken, Updates } = checkpointSchema.parse(
    JSON.parse(request.body.toString()),
  );
  const answer = await client.checkpoint({
    DurableExecutionArn: arn,
    CheckpointToken,
    Updates: Updates ?? [],
  });
  return jsonAnswer(200, {
    CheckpointToken: answer.CheckpointToken,
    NewExecutionState: {
      Operations: toWire(answer.NewExecutionState?.Operations),
    },
  });
}

async function readState(
  arn: string,
  { rawQueryString }: HttpRequest,
  { client }: DurableExecutions,
): Promise<HttpAnswer> {
  const query = new URLSearchParams(rawQueryString);
  const { Operations } = await client.getExecutionState({
    DurableExecutionArn: arn,
    CheckpointToken: query.get("CheckpointToken") ?? "",
  });
  return jsonAnswer(200, { Operations: toWire(Operations) });
}

function describe(document: ExecutionDocument) {
  return {
    DurableExecutionArn: document.arn,
    DurableExecutionName: document.name,
    FunctionArn: document.arn.slice(0, document.arn.indexOf("/")),
    StartTimestamp: document.startedAtMs / 1000,
    EndTimestamp: toEpochSeconds(document.endedAtMs),
    Status: document.status,
    Result: document.result,
    Error: document.error,
  };
}

/** Parses a name, `name:qualifier`, or an ARN that ends in one of them. */
function parseFunctionName(nameOrArn: string, { rawQueryString }: HttpRequest) {
  const [functionName = "", qualifier] = nameOrArn
    .replace(/^arn:.*?:function:/, "")
    .split(":");
  const queryQualifier = new URLSearchParams(rawQueryString).get("Qualifier");
  return { functionName, qualifier: qualifier ?? queryQualifier ?? undefined };
}

function readPayload({ body }: HttpRequest): string {
  if (body.length === 0) return "{}";
  const payload = body.toString();
  try {
    JSON.parse(payload);
  } catch {
    const message = "The payload is not JSON.";
    throw new AwsError("InvalidRequestContentException", 400, message);
  }
  return payload;
}

function header({ headers }: HttpRequest, name: string): string | undefined {
  return headers.get(name)?.[0];
}

function toWire(operations: readonly unknown[] = []): unknown[] {
  return operations.map((operation) => wireOperationSchema.parse(operation));
}

function toEpochSeconds(time: Date | string | number | undefined) {
  return time === undefined ? undefined : new Date(time).getTime() / 1000;
}
