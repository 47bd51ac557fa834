import * as z from "zod/mini";
import { eventPreviewSchema } from "../../../functions/events/contract.ts";
import { shownOperationSchema } from "../../../functions/operations/contract.ts";
import { descriptions } from "./json-schema.ts";

const issueSchema = z.object({
  /** A JSON Pointer as a URI fragment (RFC 6901). */
  pointer: z.string(),
  detail: z.string(),
});

/** A refusal (RFC 9457), as `shared/webhook/problem.ts` answers it. */
export const problemSchema = z.object({
  /** A link to the section of the problem. Compare the part after `#`. */
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** Each wrong field, never with its value. */
  errors: z.optional(z.array(issueSchema)),
  /** What was accepted, if only some events of a request are refused. */
  operations: z.optional(z.array(shownOperationSchema)),
  /** The previews of the valid events, if only some events are refused. */
  events: z.optional(z.array(eventPreviewSchema)),
});

// Two fields have the name `detail`, so a comment above them would not be found by the name.
descriptions.add(issueSchema.shape.detail, {
  description: "What is expected.",
});
descriptions.add(problemSchema.shape.detail, {
  description: "The details of this case, and what to do.",
});
descriptions.add(problemSchema, { description: "A refusal (RFC 9457)." });
