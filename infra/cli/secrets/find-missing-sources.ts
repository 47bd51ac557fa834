import { sourcesSchema } from "../../../shared/source/sources-secret.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import type { SecretKind } from "./arguments.ts";

/** The content of the other secret, which is undefined if it has no value. */
export type OtherSecret = { content: unknown };

/**
 * Names the callers whose records cannot be read, because the sources secret has no entry of the name in their `lookup`.
 * Each of the two secrets is stored by itself, so this is a warning and no error.
 *
 * @param readOther - reads the other one of the two secrets. Undefined if its content is unknown
 */
export async function findMissingSources(
  kind: SecretKind,
  content: unknown,
  readOther: (kind: SecretKind) => Promise<OtherSecret | undefined>,
): Promise<string[]> {
  if (kind !== "callers" && kind !== "sources") return [];
  const other = await readOther(kind === "callers" ? "sources" : "callers");
  if (!other) return [];
  const [callers, sources] =
    kind === "callers" ? [content, other.content] : [other.content, content];
  const known = sourcesSchema.safeParse(sources ?? {}).data ?? {};
  return Object.entries(
    callersSchema.safeParse(callers ?? {}).data ?? {},
  ).flatMap(([name, entry]) => {
    const source = "lookup" in entry ? entry.lookup?.source : undefined;
    return source === undefined || Object.hasOwn(known, source)
      ? []
      : [
          `the caller ${name} reads its records from the source ${source}, which the secret sources does not have. Its events wait until \`secrets sources\` stores it.`,
        ];
  });
}
