import { type EventType, isEventType, scopeOf } from "../event-types.ts";
import { recordUrl } from "../source/record-request.ts";
import { isHostOf, sourceSchema } from "../source/sources-secret.ts";
import type { CallerEntries } from "./callers-secret.ts";
import { eventTypesOf } from "./field-map/check-field-map.ts";
import type { FieldMap } from "./field-map/field-map.ts";
import type { RecordLookup } from "./lookup.ts";

/** A part of an entry that is valid by itself, and does not fit the rest of the configuration. */
export type Mismatch = {
  secret: "callers" | "sources";
  /** The name of the entry. */
  name: string;
  /** The secret, the place in it as a JSON Pointer, and what is wrong there: names of entries and hosts, no value. */
  text: string;
};

/** A place in an entry, and what is wrong there. */
type Found = { pointer: string; detail: string };
type Entry = CallerEntries[string];

/**
 * Compares callers, their maps and lookups, and the sources. Invalid entries are left out, because their own issues say
 * what to correct.
 *
 * @param sources - the entries of the sources secret as they are stored. Undefined if they are not known
 */
export function findMismatches(
  callers: CallerEntries,
  sources: Readonly<Record<string, unknown>> | undefined,
): Mismatch[] {
  const entries = Object.entries(callers);
  return [
    ...entries.flatMap(([name, entry]) =>
      [
        ...mismatchesOfMap(entry),
        ...(sources ? mismatchesOfLookup(entry, sources) : []),
      ].map(({ pointer, detail }) => ({
        secret: "callers" as const,
        name,
        text: `callers #/${name}/${pointer} ${detail}`,
      })),
    ),
    ...unusedSources(Object.values(callers), Object.keys(sources ?? {})),
  ];
}

function mismatchesOfMap(entry: Entry): Found[] {
  const [map, lookup] = [mapOf(entry), lookupOf(entry)];
  const types = typesOf(map);
  const isThin = types.includes("record.changed");
  return [
    ...missingScopes(entry, types, "map"),
    ...missingScopes(entry, typesOf(lookup?.map), "lookup"),
    ...(isThin && !lookup
      ? [
          {
            pointer: "map",
            detail:
              "leads to record.changed, which is refused without a lookup",
          },
        ]
      : []),
    ...(map && lookup && !isThin
      ? [
          {
            pointer: "lookup",
            detail: "is not in use: the map does not lead to record.changed",
          },
        ]
      : []),
  ];
}

function typesOf(
  map: Parameters<typeof eventTypesOf>[0] | undefined,
): EventType[] {
  return map ? [...eventTypesOf(map)].filter(isEventType) : [];
}

/** `record.changed` needs no scope. Without `update`, the changes of a record do not count, and nothing is refused. */
function missingScopes(
  entry: Entry,
  types: readonly EventType[],
  part: "map" | "lookup",
): Found[] {
  const given: readonly string[] = "scopes" in entry ? entry.scopes : [];
  const missing = Map.groupBy(
    types.filter((type) => type !== "record.changed"),
    scopeOf,
  );
  return [...missing]
    .filter(([scope]) => !given.includes(scope))
    .map(([scope, refused]) => ({
      pointer: "scopes",
      detail: `has no ${scope}, so each ${refused.join(", ")} of its ${part} is refused`,
    }));
}

function mismatchesOfLookup(
  entry: Entry,
  sources: Readonly<Record<string, unknown>>,
): Found[] {
  const lookup = lookupOf(entry);
  if (!lookup) return [];
  const { source: name, request, avatar = [] } = lookup;
  if (!Object.hasOwn(sources, name))
    return [
      {
        pointer: "lookup/source",
        detail: `names the source ${name}, which the sources secret does not have, so its events wait`,
      },
    ];
  const source = sourceSchema.safeParse(sources[name]).data;
  if (!source) return [];
  return [
    ["lookup/request/url", request.url] as const,
    ...avatar.map((url, index) => [`lookup/avatar/${index}`, url] as const),
  ].flatMap(([pointer, template]) => {
    const url = recordUrl(template, "id");
    return url && !isHostOf(source, url)
      ? [
          {
            pointer,
            detail: `leads to ${url.host}, which the source ${name} does not have in its hosts, so nothing is read there`,
          },
        ]
      : [];
  });
}

/** An invalid caller may be the one that uses a source. */
function unusedSources(
  callers: readonly Entry[],
  sources: readonly string[],
): Mismatch[] {
  if (callers.some(({ scheme }) => scheme === "broken")) return [];
  const used = callers.map((entry) => lookupOf(entry)?.source);
  return sources
    .filter((name) => !used.includes(name))
    .map((name) => ({
      secret: "sources",
      name,
      text: `sources #/${name} is not in use: no caller names it in its lookup`,
    }));
}

function mapOf(entry: Entry): FieldMap | undefined {
  return "map" in entry ? entry.map : undefined;
}

function lookupOf(entry: Entry): RecordLookup | undefined {
  return "lookup" in entry ? entry.lookup : undefined;
}
