import { communitySecretSchema } from "../../../shared/platform-auth/community-secret.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import type { SecretKind } from "./arguments.ts";

/** More does not fit into a secret. */
const maxBytes = 65_536;

/**
 * Everything that is wrong with a secret, by the schemas that the functions read it with: places and sentences, never
 * values. Here an entry that is wrong is an issue as well, though the functions would leave out its caller alone.
 */
export function findIssues(kind: SecretKind, content: unknown): string[] {
  const issues = kind === "callers" ? ofCallers(content) : ofCommunity(content);
  const bytes = Buffer.byteLength(JSON.stringify(content) ?? "");
  if (bytes <= maxBytes) return issues;
  return [...issues, `# must have at most ${maxBytes} bytes, not ${bytes}`];
}

function ofCommunity(content: unknown): string[] {
  const parsed = communitySecretSchema.safeParse(content, validationMessages);
  return parsed.success ? [] : sentencesOf(parsed.error.issues);
}

function ofCallers(content: unknown): string[] {
  const parsed = callersSchema.safeParse(content, validationMessages);
  if (!parsed.success) return sentencesOf(parsed.error.issues);
  return Object.entries(parsed.data).flatMap(([name, entry]) =>
    entry.scheme === "broken"
      ? entry.issues.map((issue) => issue.replace(/^#/, `#/${name}`))
      : [],
  );
}

function sentencesOf(
  issues: Parameters<typeof validationIssuesOf>[0],
): string[] {
  return validationIssuesOf(issues).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
}
