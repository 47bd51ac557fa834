import * as z from "zod/mini";
import { isLoopback } from "../../../shared/safe-target.ts";
import { subscribersSchema } from "../../../shared/webhook/subscribers-secret.ts";
import { communitySecretSchema } from "../../../shared/platform-auth/community-secret.ts";
import { pullSchema } from "../../../shared/webhook/pull.ts";
import { sourcesSchema } from "../../../shared/source/sources-secret.ts";
import {
  type CallerEntries,
  callersSchema,
} from "../../../shared/webhook/callers-secret.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import type { SecretKind } from "./arguments.ts";

/** The size limit of Secrets Manager. */
const maxBytes = 65_536;

/**
 * Validates a secret with the schemas of the functions. Each issue is a JSON Pointer and a sentence, and never
 * contains a value. An invalid entry of a caller or a subscriber is an issue here, although the functions still serve
 * the other entries. So is an http address on this machine, unless the secret is for the local stack.
 */
export function findIssues(
  kind: SecretKind,
  content: unknown,
  { isForLocalStack = false } = {},
): string[] {
  const issues = {
    community: findCommunityIssues,
    callers: findCallersIssues,
    sources: findSourcesIssues,
    subscribers: findSubscribersIssues,
  }[kind](content, isForLocalStack ? () => [] : localIssue);
  const bytes = Buffer.byteLength(JSON.stringify(content) ?? "");
  if (bytes <= maxBytes) return issues;
  return [...issues, `# must have at most ${maxBytes} bytes, not ${bytes}`];
}

function findCommunityIssues(content: unknown): string[] {
  const parsed = communitySecretSchema.safeParse(content, validationMessages);
  return parsed.success ? [] : formatIssues(parsed.error.issues);
}

function findCallersIssues(
  content: unknown,
  issuesOfUrl: IssuesOfUrl,
): string[] {
  const parsed = callersSchema.safeParse(content, validationMessages);
  return parsed.success
    ? [
        ...issuesOfEntries(parsed.data),
        ...issuesOfAddresses(parsed.data, issuesOfUrl),
      ]
    : formatIssues(parsed.error.issues);
}

function findSourcesIssues(
  content: unknown,
  issuesOfUrl: IssuesOfUrl,
): string[] {
  const parsed = sourcesSchema.safeParse(content, validationMessages);
  return parsed.success
    ? Object.entries(parsed.data).flatMap(([name, { auth }]) =>
        auth.type === "oauth2"
          ? issuesOfUrl(`#/${name}/auth/tokenUrl`, auth.tokenUrl)
          : [],
      )
    : formatIssues(parsed.error.issues);
}

function findSubscribersIssues(
  content: unknown,
  issuesOfUrl: IssuesOfUrl,
): string[] {
  const parsed = subscribersSchema.safeParse(content, validationMessages);
  return parsed.success
    ? [
        ...issuesOfEntries(parsed.data),
        ...Object.entries(parsed.data).flatMap(([name, entry]) =>
          "url" in entry ? issuesOfUrl(`#/${name}/url`, entry.url) : [],
        ),
      ]
    : formatIssues(parsed.error.issues);
}

function issuesOfAddresses(
  callers: CallerEntries,
  issuesOfUrl: IssuesOfUrl,
): string[] {
  return Object.entries(callers).flatMap(([name, entry]) => {
    const issuer =
      entry.scheme === "jwt"
        ? issuesOfUrl(`#/${name}/jwksUrl`, entry.jwksUrl)
        : [];
    const { lookup, pull: written } =
      "lookup" in entry ? entry : { lookup: undefined, pull: undefined };
    const parsed = z
      .optional(pullSchema)
      .safeParse(written, validationMessages);
    if (!parsed.success)
      return [
        ...issuer,
        ...formatIssues(parsed.error.issues).map((issue) =>
          issue.replace(/^#/, `#/${name}/pull`),
        ),
      ];
    const pull = parsed.data;
    const { request, avatar = [] } = lookup ?? {};
    const urls = [
      ...(request ? [["lookup/request/url", request.url] as const] : []),
      ...avatar.map((url, index) => [`lookup/avatar/${index}`, url] as const),
      ...(pull ? [["pull/request/url", pull.request.url] as const] : []),
    ];
    return [
      ...issuer,
      ...urls.flatMap(([place, url]) => issuesOfUrl(`#/${name}/${place}`, url)),
    ];
  });
}

type IssuesOfUrl = (place: string, url: string) => string[];

function localIssue(place: string, url: string): string[] {
  return isLoopback(new URL(url))
    ? [
        `${place} must be an https address: only the local stack sends to http on this machine`,
      ]
    : [];
}

function issuesOfEntries(entries: Record<string, object>): string[] {
  return Object.entries(entries).flatMap(([name, entry]) =>
    "issues" in entry && Array.isArray(entry.issues)
      ? entry.issues.map((issue) => String(issue).replace(/^#/, `#/${name}`))
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
