import { communitySecretSchema } from "../../../shared/platform-auth/community-secret.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import type { SecretKind } from "./arguments.ts";

/** The size limit of Secrets Manager. */
const maxBytes = 65_536;

/**
 * Validates a secret with the schemas of the functions. Each issue is a JSON Pointer and a sentence, and never
 * contains a value. An invalid entry of a caller is an issue here, although the functions would only ignore that
 * caller.
 */
export function findIssues(kind: SecretKind, content: unknown): string[] {
  const issues =
    kind === "callers"
      ? findCallersIssues(content)
      : findCommunityIssues(content);
  const bytes = Buffer.byteLength(JSON.stringify(content) ?? "");
  if (bytes <= maxBytes) return issues;
  return [...issues, `# must have at most ${maxBytes} bytes, not ${bytes}`];
}

function findCommunityIssues(content: unknown): string[] {
  const parsed = communitySecretSchema.safeParse(content, validationMessages);
  return parsed.success ? [] : formatIssues(parsed.error.issues);
}

function findCallersIssues(content: unknown): string[] {
  const parsed = callersSchema.safeParse(content, validationMessages);
  if (!parsed.success) return formatIssues(parsed.error.issues);
  return Object.entries(parsed.data).flatMap(([name, entry]) =>
    entry.scheme === "broken"
      ? entry.issues.map((issue) => issue.replace(/^#/, `#/${name}`))
      : [],
  );
}

function formatIssues(
  issues: Parameters<typeof validationIssuesOf>[0],
): string[] {
  return validationIssuesOf(issues).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
}
