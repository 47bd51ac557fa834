import * as z from "zod/mini";
import type { SecretName } from "../../aws/deployment/grants.ts";
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
  issueTextsOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import { recordUrlsOf } from "../../../shared/webhook/find-mismatches.ts";
import { CommandError } from "../command-error.ts";

/** The size limit of Secrets Manager. */
const maxBytes = 65_536;

type Address = readonly [place: string, url: string];

const checks: Record<SecretName, (content: unknown) => Found> = {
  community: checkBy(communitySecretSchema, () => []),
  callers: checkBy(callersSchema, addressesOfCaller, issuesOfPull),
  sources: checkBy(sourcesSchema, ({ auth }) =>
    auth.type === "oauth2" ? [["auth/tokenUrl", auth.tokenUrl]] : [],
  ),
  subscribers: checkBy(subscribersSchema, (entry) =>
    "url" in entry ? [["url", entry.url]] : [],
  ),
};

/**
 * Validates a secret with the schemas of the functions. Each issue is a JSON Pointer and a sentence, and never
 * contains a value. An invalid entry of a caller or a subscriber is an issue here, although the functions still serve
 * the other entries. So is an http address on this machine, unless the secret is for the local stack.
 */
export function findIssues(
  kind: SecretName,
  content: unknown,
  { isForLocalStack = false } = {},
): string[] {
  const { issues, addresses } = checks[kind](content);
  const bytes = Buffer.byteLength(JSON.stringify(content) ?? "");
  return [
    ...issues,
    ...(isForLocalStack ? [] : addresses.flatMap(issuesOfAddress)),
    ...(bytes > maxBytes
      ? [`# must have at most ${maxBytes} bytes, not ${bytes}`]
      : []),
  ];
}

type Found = { issues: string[]; addresses: Address[] };

function checkBy<Entry>(
  schema: z.ZodMiniType<Record<string, Entry>>,
  addressesOf: (entry: Entry) => Address[],
  issuesOf: (entry: Entry) => string[] = () => [],
): (content: unknown) => Found {
  return (content) => {
    const parsed = schema.safeParse(content, validationMessages);
    if (!parsed.success)
      return { issues: issueTextsOf(parsed.error), addresses: [] };
    const entries = Object.entries(parsed.data);
    return {
      issues: entries.flatMap(([name, entry]) =>
        [
          ...(brokenSchema.safeParse(entry).data?.issues ?? []),
          ...issuesOf(entry),
        ].map((issue) => issue.replace(/^#/, `#/${name}`)),
      ),
      addresses: entries.flatMap(([name, entry]) =>
        addressesOf(entry).map(([place, url]): Address => [
          `#/${name}/${place}`,
          url,
        ]),
      ),
    };
  };
}

const brokenSchema = z.object({ issues: z.array(z.string()) });

type CallerEntry = CallerEntries[string];

function addressesOfCaller(entry: CallerEntry): Address[] {
  const { lookup } = "lookup" in entry ? entry : {};
  const urls = recordUrlsOf({ lookup, pull: pullOf(entry).data });
  return [
    ...(entry.scheme === "jwt" ? [["jwksUrl", entry.jwksUrl] as const] : []),
    ...urls.map(({ part, place, url }) => [`${part}/${place}`, url] as const),
  ];
}

function issuesOfPull(entry: CallerEntry): string[] {
  const { success, error } = pullOf(entry);
  return success
    ? []
    : issueTextsOf(error).map((issue) => issue.replace(/^#/, "#/pull"));
}

function pullOf(entry: CallerEntry) {
  const written = "pull" in entry ? entry.pull : undefined;
  return z.optional(pullSchema).safeParse(written, validationMessages);
}

function issuesOfAddress([place, url]: Address): string[] {
  return isLoopback(new URL(url))
    ? [
        `${place} must be an https address: only the local stack sends to http on this machine`,
      ]
    : [];
}

/**
 * Parses JSON. A byte order mark, as Windows writes it, does not count.
 *
 * @param file - the file that has the text, for the error
 * @throws CommandError with the line and column. It does not quote the content.
 */
export function parseDocument(content: string, file: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (content.includes("\0"))
      throw new CommandError(`${file} is not UTF-8: save it as UTF-8.`);
    // The message of JSON.parse quotes the content, so only its position is used.
    const place = /line \d+ column \d+/.exec(String(error))?.[0];
    throw new CommandError(
      `${file} is not JSON${place ? `: look at ${place.replace(" column", ", column")}` : ""}.`,
      { cause: error },
    );
  }
}
