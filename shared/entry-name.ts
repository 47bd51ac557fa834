import * as z from "zod/mini";

/** The name of an entry in the callers, sources or subscribers secret. */
export const entryNameSchema = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9-]*$/,
      "must have lower-case letters, digits and hyphens only, and begin with a letter",
    ),
  );

/**
 * A host that an entry of a secret names, with its port if that is not 443.
 *
 * @param example - a host with the use of this field, for the message
 */
export function hostSchemaFor(example: string) {
  return z
    .string()
    .check(
      z.regex(
        /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
        `must be a host in lower case, with its port if that is not 443: ${example}`,
      ),
    );
}
