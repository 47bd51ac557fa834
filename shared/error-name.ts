/** The name of an error, for logs and messages: a message may quote data of a person, or a secret. */
export function errorNameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

/** The code of an error of Node, such as ENOENT. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : undefined;
}
