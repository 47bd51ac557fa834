/**
 * An error response of the Lambda API. `name` is the exception's type on the wire. The durable execution SDK reads
 * `$metadata` to distinguish a rejected checkpoint from a failed connection.
 */
export class LambdaError extends Error {
  readonly $metadata: { httpStatusCode: number };

  constructor(name: string, httpStatusCode: number, message: string) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode };
  }
}

export function invalidParameter(message: string): LambdaError {
  return new LambdaError("InvalidParameterValueException", 400, message);
}

export function notFound(what: string): LambdaError {
  return new LambdaError(
    "ResourceNotFoundException",
    404,
    `${what} not found.`,
  );
}
