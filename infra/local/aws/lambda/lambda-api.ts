import { jsonObjectSchema } from "../../../../shared/fields.ts";
import {
  type AnswerHttp,
  jsonAnswer,
  type HttpAnswer,
  type HttpRequest,
} from "../../../pages/http-server.ts";
import { parseJson } from "../../../../shared/parse-json.ts";
import type { DurableExecutions } from "./durable-executions.ts";
import type { ExecutionDocument } from "./execution-document.ts";
import { localArn } from "../arn.ts";
import {
  answerError,
  AwsError,
  inputOf,
  invalidParameter,
  notFound,
} from "../aws-error.ts";
import type { Asked } from "../permissions.ts";
import type { FunctionError, InvocationOutcome } from "./sandbox-messages.ts";

export type LambdaFunction = {
  isDurable: boolean;
  /** Runs the handler with `payload`, which is JSON text. Never rejects. */
  invoke: (payload: string) => Promise<InvocationOutcome>;
};

export type LambdaApiOptions = {
  functions: Pick<ReadonlyMap<string, LambdaFunction>, "get">;
  executions: DurableExecutions;
  /** Accepts an asynchronous invocation and returns immediately. */
  invokeAsynchronously: (functionName: string, payload: string) => void;
};

const jsonContent = { "content-type": "application/json" };

/** Lambda queues the event of an asynchronous invocation, so the limit is lower than for other invocations. */
const maxEventBytes = 1024 * 1024;

/** The requests of the API by method, collection and last part of the path, each with its action in IAM. */
const requests: Record<string, { action: string; answer: AnswerRequest }> = {
  "POST functions invocations": { action: "InvokeFunction", answer: invoke },
  "POST durable-executions checkpoint": {
    action: "CheckpointDurableExecution",
    answer: async (DurableExecutionArn, request, { executions }) => {
      const asked = jsonObjectSchema.parse(inputOf(request));
      return answerState(
        await executions.client.checkpoint({ ...asked, DurableExecutionArn }),
      );
    },
  },
  "GET durable-executions state": {
    action: "GetDurableExecutionState",
    answer: async (DurableExecutionArn, { rawQueryString }, { executions }) =>
      answerState(
        await executions.client.getExecutionState({
          CheckpointToken: queryOf(rawQueryString, "CheckpointToken"),
          DurableExecutionArn,
        }),
      ),
  },
  "GET durable-executions ": {
    action: "GetDurableExecution",
    answer: async (DurableExecutionArn, _, { executions }) => {
      const { status } = executions.get(DurableExecutionArn);
      return jsonAnswer(200, { DurableExecutionArn, Status: status });
    },
  },
};

/** @param id - of a function or of an execution */
type AnswerRequest = (
  id: string,
  request: HttpRequest,
  options: LambdaApiOptions,
) => Promise<HttpAnswer>;

/** Handles requests of the Lambda API: Invoke, and the checkpoint, state and get requests of durable executions. */
export function createLambdaApi(options: LambdaApiOptions): AnswerHttp {
  return async (request) => {
    try {
      const { name, id } = readPath(request);
      const known = requests[name];
      if (!known) throw notFound(name);
      return await known.answer(id, request, options);
    } catch (error) {
      return answerError(error, "InvalidParameterValueException");
    }
  };
}

export function askedOfLambda(request: HttpRequest): Asked {
  const { name, id } = readPath(request);
  const isFunction = name.includes(" functions ");
  return {
    action: `lambda:${requests[name]?.action ?? name}`,
    resource: isFunction ? localArn("lambda", `function:${id}`) : id,
  };
}

function readPath({ method, path }: HttpRequest) {
  const [, , collection = "", id = "", action = ""] = path
    .split("/")
    .map(decodeURIComponent);
  return { name: `${method} ${collection} ${action}`, id };
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
  const name = headerOf(request, "x-amz-durable-execution-name");
  const type = headerOf(request, "x-amz-invocation-type");
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
  return { status: 200, headers: jsonContent, body: outcome.payload };
}

/** A time is ISO 8601 text in the event of an invocation, and epoch seconds in an answer of the API. */
function answerState(state: object): HttpAnswer {
  const body = JSON.stringify(state, (name, value: unknown) =>
    name.endsWith("Timestamp") && typeof value === "string"
      ? Date.parse(value) / 1000
      : value,
  );
  return { status: 200, headers: jsonContent, body };
}

/** Parses a name, `name:qualifier`, or an ARN that ends in one of them. */
function parseFunctionName(nameOrArn: string, { rawQueryString }: HttpRequest) {
  const [functionName = "", qualifier] = nameOrArn
    .replace(/^arn:.*?:function:/, "")
    .split(":");
  return {
    functionName,
    qualifier: qualifier ?? queryOf(rawQueryString, "Qualifier"),
  };
}

function queryOf(rawQueryString: string, name: string): string | undefined {
  return new URLSearchParams(rawQueryString).get(name) ?? undefined;
}

function readPayload({ body }: HttpRequest): string {
  if (body.length === 0) return "{}";
  const payload = body.toString();
  if (parseJson(payload) !== undefined) return payload;
  const message = "The payload is not JSON.";
  throw new AwsError("InvalidRequestContentException", 400, message);
}

function headerOf({ headers }: HttpRequest, name: string): string | undefined {
  return headers.get(name)?.[0];
}
