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
