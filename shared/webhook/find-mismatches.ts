import { eventFactsOf, type EventType, isEventType } from "../event-types.ts";
import { recordUrl } from "../source/record-request.ts";
import { isHostOf, sourceSchema } from "../source/sources-secret.ts";
import type { CallerEntry } from "./caller-entry.ts";
import type { CallerEntries } from "./callers-secret.ts";
import { eventTypesOf } from "./field-map/check-field-map.ts";
import type { FieldMap } from "./field-map/field-map.ts";
import { lookupOf, type RecordLookup } from "./lookup.ts";
import { pullOf, type PullOptions } from "./pull.ts";

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
/** What the rest of the configuration must fit. */
type Caller = {
  name: string;
  scopes: readonly string[];
  map: FieldMap | undefined;
  lookup: RecordLookup | undefined;
  pull: PullOptions | undefined;
};
type Sources = Readonly<Record<string, unknown>>;

/**
 * Compares callers, their maps and lookups, and the sources. Invalid entries are left out, because their own issues say
 * what to correct.
 *
 * @param sources - the entries of the sources secret as they are stored. Undefined if they are not known
 */
export function findMismatches(
  entries: CallerEntries,
  sources: Sources | undefined,
): Mismatch[] {
  const callers = Object.entries(entries).flatMap(([name, entry]) =>
    entry.scheme === "broken" ? [] : [toCaller(name, entry)],
  );
  // An invalid caller may be the one that uses a source.
  const isComplete = callers.length === Object.keys(entries).length;
  return [
    ...callers.flatMap((caller) =>
      [
        ...mismatchesOfMap(caller),
        ...(sources ? mismatchesOfUrls(caller, sources) : []),
      ].map(({ pointer, detail }) => ({
        secret: "callers" as const,
        name: caller.name,
        text: `callers #/${caller.name}/${pointer} ${detail}`,
      })),
    ),
    ...(sources && isComplete ? unusedSources(callers, sources) : []),
  ];
}

function toCaller(name: string, entry: CallerEntry): Caller {
  return {
    name,
    scopes: entry.scopes,
    map: "map" in entry ? entry.map : undefined,
    lookup: lookupOf(name, entry),
    pull: pullOf(name, entry),
  };
}

function mismatchesOfMap(caller: Caller): Found[] {
  const { map, lookup } = caller;
  const types = typesOf(map);
  const isThin = types.includes("record.changed");
  return [
    ...missingScopes(caller, [...types, ...typesOf(lookup?.map)]),
    isThin &&
      !lookup && {
        pointer: "map",
        detail: "leads to record.changed, which is refused without a lookup",
      },
    map !== undefined &&
      lookup !== undefined &&
      !isThin && {
        pointer: "lookup",
        detail: "is not in use: the map does not lead to record.changed",
      },
  ].filter((one) => one !== false);
}

function typesOf(
  map: Parameters<typeof eventTypesOf>[0] | undefined,
): EventType[] {
  return map ? [...eventTypesOf(map)].filter(isEventType) : [];
}

/**
 * `record.changed` needs no scope. A record that leads to a hire can also be a change. Without the scope `update`, the
 * change does not count, and nothing is refused.
 */
function missingScopes(
  { scopes }: Caller,
  types: readonly EventType[],
): Found[] {
  const needed = Map.groupBy(
    new Set(types.filter((type) => type !== "record.changed")),
    (type) => eventFactsOf(type).scope,
  );
  return [...needed]
    .filter(([scope]) => !scopes.includes(scope))
    .map(([scope, refused]) => ({
      pointer: "scopes",
      detail: `has no ${scope}, so events to which its map leads are refused: ${refused.join(", ")}`,
    }));
}

/** Each URL of a caller must lead to a host of its source. If several have the same fault, it is told once. */
function mismatchesOfUrls(caller: Caller, sources: Sources): Found[] {
  const found = recordUrlsOf(caller).flatMap(
    ({ part, place, url: template }) => {
      const name = caller[part]?.source ?? caller.name;
      if (!Object.hasOwn(sources, name)) {
        const detail = `reads from the source ${name}, which the sources secret does not have, so its events wait`;
        return [{ pointer: part, detail }];
      }
      const source = sourceSchema.safeParse(sources[name]).data;
      // Only the host is compared, so any id will do.
      const url = recordUrl(template, "id");
      if (!source || !url || isHostOf(source, url)) return [];
      const detail = `leads to ${url.host}, which the source ${name} does not have in its hosts, so nothing is read there`;
      return [{ pointer: `${part}/${place}`, detail }];
    },
  );
  const details = found.map(({ detail }) => detail);
  return found.filter(({ detail }, index) => details.indexOf(detail) === index);
}

/** The URLs at which the records of a caller are read, with their places in its entry. */
export function recordUrlsOf({
  lookup,
  pull,
}: {
  lookup?: Omit<RecordLookup, "source"> | undefined;
  pull?: Omit<PullOptions, "source"> | undefined;
}) {
  const urlAt = (part: "lookup" | "pull", place: string, url?: string) =>
    url === undefined ? [] : [{ part, place, url }];
  return [
    ...urlAt("lookup", "request/url", lookup?.request.url),
    ...(lookup?.avatar ?? []).flatMap((url, index) =>
      urlAt("lookup", `avatar/${index}`, url),
    ),
    ...urlAt("pull", "request/url", pull?.request.url),
    ...urlAt("pull", "changes/request/url", pull?.changes?.request.url),
  ];
}

function unusedSources(
  callers: readonly Caller[],
  sources: Sources,
): Mismatch[] {
  const used = callers.flatMap(({ lookup, pull }) => [
    lookup?.source,
    pull?.source,
  ]);
  return Object.keys(sources)
    .filter((name) => !used.includes(name))
    .map((name) => ({
      secret: "sources",
      name,
      text: `sources #/${name} is not in use: no caller reads from it`,
    }));
}
