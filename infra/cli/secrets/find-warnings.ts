import * as z from "zod";
import {
  type CallerEntries,
  callersSchema,
} from "../../../shared/webhook/callers-secret.ts";
import {
  findMismatches,
  type Mismatch,
} from "../../../shared/webhook/find-mismatches.ts";
import type { SecretKind } from "./arguments.ts";

/** The content of the other secret, which is undefined if it has no value. */
export type OtherSecret = { content: unknown };

/** The secret with which a secret is compared. Undefined if there is none. */
export function counterpartOf(
  kind: SecretKind,
): "callers" | "sources" | undefined {
  if (kind === "callers") return "sources";
  return kind === "sources" ? "callers" : undefined;
}

/** Whether a secret has entries that need one in the counterpart: sources, and callers with a lookup. */
export function needsCounterpart(kind: SecretKind, content: unknown): boolean {
  if (kind === "sources") return true;
  return (
    kind === "callers" &&
    Object.values(parseCallers(content)).some(
      (entry) => "lookup" in entry && entry.lookup,
    )
  );
}

/**
 * What does not fit in two secrets that are valid by themselves. Each of them is stored by itself, so these are warnings
 * and no errors.
 *
 * @param other - the counterpart. Undefined if its content is unknown
 */
export function findWarnings(
  kind: SecretKind,
  content: unknown,
  other: OtherSecret | undefined,
): Mismatch[] {
  if (kind === "callers")
    return findMismatches(
      parseCallers(content),
      other && parseSources(other.content),
    );
  return kind === "sources" && other
    ? findMismatches(parseCallers(other.content), parseSources(content))
    : [];
}

function parseCallers(content: unknown): CallerEntries {
  return callersSchema.safeParse(content).data ?? {};
}

function parseSources(content: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).safeParse(content).data ?? {};
}
