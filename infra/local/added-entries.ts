import { readFileSync } from "node:fs";
import * as z from "zod";
import { jsonObjectSchema } from "../../shared/fields.ts";
import { callersSchema } from "../../shared/webhook/callers-secret.ts";
import { findMismatches } from "../../shared/webhook/find-mismatches.ts";
import { findIssues, parseDocument } from "../cli/secrets/check-secret.ts";
import { opsToken } from "./credentials.ts";

/**
 * Reads entries for a secret of the local stack from a file in the shape of the secret, and checks them as the functions
 * do.
 *
 * @throws Error that names the file, and each issue with its JSON Pointer
 */
export function readAddedEntries(
  secret: "callers" | "sources" | "subscribers",
  file: string,
): Record<string, unknown> {
  const content = parseDocument(readText(file), file);
  const issues = [
    ...findIssues(secret, content, { isForLocalStack: true }),
    ...(secret === "callers" ? issuesOfOps(content) : []),
  ];
  if (issues.length > 0)
    throw new Error(`${file} is invalid:\n  ${issues.join("\n  ")}`);
  return jsonObjectSchema.parse(content);
}

type Entries = Readonly<
  Record<"callers" | "sources", Readonly<Record<string, unknown>>>
>;

/**
 * Compares added entries with each other and with those of the local stack. An added entry replaces the local entry of
 * its name. Returns the mismatches of added entries.
 *
 * @throws Error if entries that are valid by themselves are not valid together
 */
export function checkTogether(local: Entries, added: Entries): string[] {
  const callers = { ...local.callers, ...added.callers };
  const issues = findIssues("callers", callers, { isForLocalStack: true });
  if (issues.length > 0)
    throw new Error(
      `The added callers do not go with those of the local stack:\n  ${issues.join("\n  ")}`,
    );
  return findMismatches(callersSchema.parse(callers), {
    ...local.sources,
    ...added.sources,
  }).flatMap(({ name, text }) =>
    Object.hasOwn(added.callers, name) || Object.hasOwn(added.sources, name)
      ? [text]
      : [],
  );
}

/** An added caller `ops` must have the local key, because the console and the command line use it. */
function issuesOfOps(content: unknown): string[] {
  const entries = jsonObjectSchema.safeParse(content);
  if (!entries.success || !("ops" in entries.data)) return [];
  const ops = z
    .looseObject({ keys: z.array(z.unknown()) })
    .safeParse(entries.data["ops"]);
  return ops.success && ops.data.keys.includes(opsToken)
    ? []
    : ["#/ops must keep the key of the local stack, which the console uses"];
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`${file} cannot be read. Name a JSON file.`, { cause });
  }
}
