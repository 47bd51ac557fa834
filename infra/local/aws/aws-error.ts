import * as z from "zod";
import { parseJson } from "../../../shared/parse-json.ts";
import {
  type HttpAnswer,
  type HttpRequest,
  type AnswerHttp,
  jsonAnswer,
} from "../../pages/http-server.ts";

/**
 * An error with which a service of AWS answers. `name` is its type in the answer. The durable execution SDK reads
 * `$metadata` to distinguish a rejected checkpoint from a failed connection.
 */
export class AwsError extends Error {
  readonly $metadata: { httpStatusCode: number };

  constructor(name: string, httpStatusCode: number, message: string) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode };
  }
}

/** The type of error that a service has for a request with missing or wrong fields. */
type InvalidRequest =
  | "InvalidParameterException"
  | "InvalidParameterValueException"
  | "ValidationException";

/** The answer for an error of an operation. An error that is a bug of the local service is thrown again. */
export function answerError(
  error: unknown,
  invalidRequest: InvalidRequest,
): HttpAnswer {
  if (error instanceof AwsError)
    return errorAnswer(
      error.$metadata.httpStatusCode,
      error.name,
      error.message,
    );
  if (!(error instanceof z.ZodError)) throw error;
  const paths = error.issues.map(({ path }) => path.join("."));
  const message = `The request is not valid. Check: ${paths.join(", ") || "its JSON"}.`;
  return errorAnswer(400, invalidRequest, message);
}

/** An answer with an error, for all protocols of AWS: the SDK reads the type from the header or from `__type`. */
export function errorAnswer(
  status: number,
  type: string,
  message: string,
): HttpAnswer {
  return jsonAnswer(
    status,
    { __type: type, Message: message, message },
    { ...jsonContent, "x-amzn-errortype": type },
  );
}

const jsonContent = { "content-type": "application/x-amz-json-1.1" };

type Operation = (input: unknown) => unknown;

export function operation<Input>(
  schema: z.ZodType<Input>,
  run: (input: Input) => unknown,
): Operation {
  return (input) => run(schema.parse(input));
}

/** Answers the requests of a JSON protocol, whose header `x-amz-target` ends in the name of an operation. */
export function answerOperations(
  operations: Readonly<Record<string, Operation>>,
  invalidRequest: InvalidRequest,
): AnswerHttp {
  return async (request) => {
    const [, name = ""] = targetOf(request);
    const run = operations[name];
    if (!run)
      return errorAnswer(
        400,
        "UnknownOperationException",
        `The local service has no operation ${name}.`,
      );
    try {
      return jsonAnswer(200, run(inputOf(request)), jsonContent);
    } catch (error) {
      return answerError(error, invalidRequest);
    }
  };
}

/** The names of service and operation that a request of a JSON protocol has. */
export function targetOf({ headers }: Pick<HttpRequest, "headers">): string[] {
  return headers.get("x-amz-target")?.[0]?.split(".") ?? [];
}

/** The input of the operation; undefined if it is not JSON. */
export function inputOf({ body }: Pick<HttpRequest, "body">): unknown {
  return parseJson(body.toString());
}

export function invalidParameter(message: string): AwsError {
  return new AwsError("InvalidParameterValueException", 400, message);
}

export function notFound(what: string): AwsError {
  return new AwsError("ResourceNotFoundException", 404, `${what} not found.`);
}
