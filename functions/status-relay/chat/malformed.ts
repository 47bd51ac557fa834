import type * as z from "zod/mini";
import { fieldsOf } from "../../../shared/webhook/validation-issues.ts";
import type { ParsedChatBody } from "./adapter.ts";

/** A body that its chat tool does not send: it differs from the schema. */
export function malformed({ issues }: z.core.$ZodError): ParsedChatBody {
  return { kind: "malformed", fields: fieldsOf(issues) };
}
