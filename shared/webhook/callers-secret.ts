import * as z from "zod/mini";
import { entryNameSchema } from "../entry-name.ts";
import {
  type CallerEntry,
  entrySchema,
  isTooShort,
  schemeTextOf,
} from "./caller-entry.ts";
import { applyPreset } from "./presets/apply-preset.ts";
import { signBasic } from "./schemes/basic.ts";
import { validationIssuesOf, validationMessages } from "./validation-issues.ts";

/** An invalid entry. Each issue has a JSON Pointer and a sentence, never a value. */
type BrokenEntry = {
  scheme: "broken";
  issues: string[];
  /** The entry is invalid because it has no key yet. */
  hasNoKey?: boolean;
};

const noKeySchema = z.object({
  keys: z.optional(z.array(z.unknown()).check(z.maxLength(0))),
});

/** The callers secret, by the caller's name in the path. An invalid entry disables its own caller and no other. */
export const callersSchema = z.pipe(
  z.record(entryNameSchema, z.pipe(z.unknown(), z.transform(parseEntry))),
  z.transform(rejectSharedTokens),
);
export type CallerEntries = z.infer<typeof callersSchema>;

/**
 * Adds the keys of the previous version to callers that still exist with the same scheme, and the same form of its
 * signature. Callers, scopes and schemes of the previous version do not count.
 */
export function addPreviousKeys(
  current: CallerEntries,
  previous: CallerEntries,
): CallerEntries {
  return Object.fromEntries(
    Object.entries(current).map(([name, entry]) => {
      const earlier = previous[name];
      if (!("keys" in entry) || !earlier || !("keys" in earlier))
        return [name, entry];
      const keys =
        schemeTextOf(earlier) === schemeTextOf(entry)
          ? [
              ...new Set([
                ...entry.keys,
                ...earlier.keys.filter((key) => !isTooShort(key, entry.scopes)),
              ]),
            ]
          : entry.keys;
      return [name, { ...entry, keys }];
    }),
  );
}

/**
 * A static token identifies its caller. If two entries accept the same header, the caller is ambiguous, so both are
 * broken.
 */
function rejectSharedTokens(
  entries: Record<string, CallerEntry | BrokenEntry>,
): Record<string, CallerEntry | BrokenEntry> {
  const all = Object.entries(entries).map(
    ([name, entry]) => [name, entry, tokenHeadersOf(entry)] as const,
  );
  return Object.fromEntries(
    all.map(([name, entry, headers]): [string, CallerEntry | BrokenEntry] => {
      const [other] =
        all.find(
          ([one, , others]) =>
            one !== name && others.some((header) => headers.includes(header)),
        ) ?? [];
      if (other === undefined) return [name, entry];
      const issue = `#/keys must not have a key of ${other} as well`;
      return [name, { scheme: "broken", issues: [issue] }];
    }),
  );
}

/** The headers that authenticate every request which has them. */
function tokenHeadersOf(entry: CallerEntry | BrokenEntry): string[] {
  switch (entry.scheme) {
    case "bearer":
      return entry.keys.map((key) => `authorization: bearer ${key}`);
    case "basic":
      return entry.keys.map((key) => toToken("authorization", signBasic(key)));
    case "header":
      return entry.keys.map((key) => toToken(entry.header, entry.prefix + key));
    default:
      return [];
  }
}

/** The schemes `bearer` and `basic` are compared without case. */
function toToken(header: string, value: string): string {
  return `${header}: ${value.replace(/^(?:bearer|basic) +/i, (scheme) => scheme.trim().toLowerCase() + " ")}`;
}

function parseEntry(written: unknown): CallerEntry | BrokenEntry {
  const applied = applyPreset(written);
  if ("issue" in applied) return { scheme: "broken", issues: [applied.issue] };
  const { entry, preset } = applied;
  const parsed = entrySchema.safeParse(entry, validationMessages);
  if (parsed.success) return { ...parsed.data, preset };
  const issues = validationIssuesOf(parsed.error.issues).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );
  return {
    scheme: "broken",
    issues,
    hasNoKey:
      noKeySchema.safeParse(entry).success &&
      issues.every((issue) => issue.startsWith("#/keys ")),
  };
}
