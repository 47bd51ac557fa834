import { isDeepStrictEqual } from "node:util";
import {
  timelineOf,
  outdatedFields,
} from "../../shared/employment/timeline-of.ts";
import type { SeenPerson } from "../../shared/employment/move.ts";
import { say } from "../../shared/employment/say.ts";
import type { Statement } from "../../shared/employment/statement.ts";
import { nameFields } from "../../shared/employment/timeline.ts";
import type { Person } from "../../shared/community/person.ts";
import { readPointer } from "../../shared/json-pointer.ts";
import { differingIdentities } from "../../shared/person/change-identities.ts";
import { mergePerson } from "../../shared/person/merge-person.ts";
import { mainEmailOf } from "../../shared/person/person-fields.ts";
import { personChangeOf } from "../../shared/person/person-patch.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import { saidFieldsOf } from "../../shared/person/said-fields.ts";
import { wordOfCaller } from "../../shared/person/word-of-event.ts";
import type { Employee } from "../../shared/store/employee.ts";
import { toPayloadIssues } from "../../shared/webhook/field-map/payload-pointers.ts";
import { type DecidedType, decideEvents } from "../events/decide-events.ts";
import {
  type MappedDocument,
  mapRecordAs,
  readMeaning,
} from "../events/map-record.ts";
import type { MatchNames, PlanRow, RowKind, SentRow } from "./contract.ts";
import {
  type Candidate,
  compareCandidates,
  matchPerson,
  namesOfPersons,
  namesOfRow,
} from "./match-person.ts";
import { readingOf, type RowContext } from "./row-context.ts";
import type { WhoIs } from "./row-names.ts";

/** An event that was accepted, and of which something is to come. Its type and data are absent if they are erased. */
export type OpenEvent = { id: string; type: string | undefined; data: unknown };

/** What our store and the platform know of the employee of a row. */
export type KnownOfRow = {
  /** Undefined if the row does not say who it is. */
  who: WhoIs | undefined;
  item: Employee | undefined;
  statements: readonly Statement[];
  person: SeenPerson;
  /** The newest first. */
  open: readonly OpenEvent[];
  /** The employee's person, as the platform shows them. */
  shown: Person | undefined;
  /** Why the platform refuses to show the employee's person. Absent if it does not. */
  refusal?: ReasonCode;
  /** The other people of the platform who have the username or an address of the row. */
  candidates: readonly Candidate[];
  /** Somebody else who is employed has a name of the row in the list. */
  isNamedTwice: boolean;
  /** The person who is the employee, as an operator has decided. */
  decided: string | undefined;
  /** Whether our store knows this e-mail address of the person. */
  isKnownEmail: (address: string) => boolean;
};

/** A row with the documents of the events that it means, in their order. */
export type PlannedRow = {
  row: PlanRow;
  documents: MappedDocument[];
  /** Of a row about which an operator decides. */
  names?: MatchNames;
};

/** Decides what a row comes to: by the map of the source, and by the rules of the employment. */
export function planRow(
  sent: SentRow,
  known: KnownOfRow,
  ofList: RowContext,
): PlannedRow {
  const [line, record, tooLong, read] = sent;
  const { source, asOfMs, nowMs, settings } = ofList;
  const changedMs = read?.atMs ?? asOfMs;
  const context = { ...ofList, changedMs };
  const employeeId = read?.same ?? known.who?.employeeId;
  const asRow = rowOf(line, employeeId, read);
  if (read?.same !== undefined)
    return asRow(read.isIgnored ? "ignored" : "same");
  if (tooLong.length > 0)
    return asRow("conflict", { reason: "cell-too-long", fields: tooLong });
  const meant = meaningOf(record, context);
  if (meant === undefined) return asRow("ignored");
  if ("issues" in meant)
    return asRow("conflict", {
      reason: "record-invalid",
      fields: meant.issues.map(({ pointer }) => pointer),
    });
  if (known.refusal !== undefined)
    return asRow("conflict", { reason: known.refusal });
  const decidedTypes = decideEvents(
    { ...meant, caller: source, atMs: changedMs },
    { ...known, settings, nowMs },
  );
  if (decidedTypes === "rehire-unclear")
    return asRow("conflict", { reason: decidedTypes });
  const types = isHireLost(known, context)
    ? decidedTypes.map(ofLostHire)
    : decidedTypes;
  const isKnown = timelineOf(known.statements, settings).employments.length > 0;
  if (!isKnown && !types.includes("employee.hired"))
    return ofUnknownLeaver(asRow, known, context);

  const told = foresee(types, record, known, context);
  if ("issue" in told)
    return asRow("conflict", {
      reason: told.issue,
      ...(told.fields && { fields: told.fields }),
    });
  if (!isKnown) return ofNew(asRow, told.told, known, context);
  return ofKnown(asRow, told.told, known, context);
}

function meaningOf(record: SentRow[1], context: RowContext) {
  return readMeaning(context.source.map, readingOf(record, context));
}

/** Whether the map ignores a row. */
export function isIgnoredRow(
  [, record, , read]: SentRow,
  context: RowContext,
): boolean {
  return read?.same === undefined
    ? meaningOf(record, context) === undefined
    : read.isIgnored === true;
}

type AsRow = (
  kind: RowKind,
  parts?: Omit<PlanRow, "line" | "employeeId" | "kind">,
  documents?: MappedDocument[],
  names?: MatchNames,
) => PlannedRow;

function rowOf(
  line: number,
  employeeId: string | undefined,
  { digest, same, ledTo }: Partial<NonNullable<SentRow[3]>> = {},
): AsRow {
  return (kind, parts = {}, documents = [], names) => ({
    row: {
      line,
      ...(employeeId !== undefined && { employeeId }),
      kind,
      ...parts,
      ...(documents.length > 0 && {
        events: documents.map(({ type }) => type),
      }),
      ...(digest !== undefined && { digest }),
      ...(ledTo && (same !== undefined || kind === "pending") && { ledTo }),
    },
    documents,
    ...(names && { names }),
  });
}

/** An employee who has left and is not known. A person of the platform can be this employee, and still have access. */
function ofUnknownLeaver(
  asRow: AsRow,
  { who, candidates, decided }: KnownOfRow,
  context: RowContext,
): PlannedRow {
  const { employeeId, names = {} } = who ?? {};
  const match = matchPerson(candidates, decided);
  if (decided !== undefined && match.is === "person")
    return adopt(asRow, match.person, { employeeId }, context);
  const same = candidates.filter(
    ({ agrees, owner }) => agrees === "both" && owner === undefined,
  );
  if (same.length === 0) return asRow("ignored");
  const agrees = ["/username", "/email"];
  return asRow(
    "conflict",
    {
      reason: "left-with-person",
      persons: same.map(({ shown }) => shown.id),
      matches: same.map(({ shown: { id: person } }) => ({
        person,
        agrees,
        differs: [],
      })),
    },
    [],
    { row: names, persons: namesOfPersons(same) },
  );
}

/** An event that the row means, and what it would come to. */
type Told = {
  type: DecidedType;
  document: MappedDocument;
  /** It changes something about the employment. */
  counts: boolean;
};

/** What the events of a row would come to, one after the other. */
function foresee(
  types: readonly DecidedType[],
  record: unknown,
  { statements, person }: KnownOfRow,
  context: RowContext,
): { told: Told[] } | { issue: string; fields?: string[] } {
  const { source, asOfMs, nowMs, settings, parse, lacksScope } = context;
  const { changedMs = asOfMs } = context;
  const told: Told[] = [];
  let said = statements;
  for (const [nth, type] of types.entries()) {
    const eventAtMs = changedMs + nth;
    const mapped = mapRecordAs(source.map, type, readingOf(record, context));
    if ("issues" in mapped)
      return {
        issue: "record-invalid",
        fields: mapped.issues.map(({ pointer }) => pointer),
      };
    const timestamp = new Date(eventAtMs).toISOString();
    const document = withoutAvatar(type, { ...mapped.document, timestamp });
    const parsed = parse(document);
    if (!parsed.ok)
      return {
        issue: "record-invalid",
        // Two fields can come from one column.
        fields: [
          ...new Set(
            parsed.errors
              .flatMap((error) => toPayloadIssues(source.map, error))
              .map(({ pointer }) => pointer),
          ),
        ],
      };
    if (lacksScope(type)) return { issue: "scope-missing" };
    const { data } = document;
    const event = { id: `row ${nth}`, type, eventAtMs, data };
    const word = wordOfCaller(source, event, settings);
    const heard = say(said, word, { person, settings, nowMs });
    const { verdict } = heard;
    if (verdict.is === "needs-decision") return { issue: verdict.because };
    said = heard.statements;
    told.push({
      type,
      document,
      counts: verdict.is === "in-force" || verdict.is === "scheduled",
    });
  }
  return { told };
}

/** Whether an image differs cannot be seen, so only a new person gets the one of the list. */
function withoutAvatar(
  type: DecidedType,
  document: MappedDocument,
): MappedDocument {
  if (type !== "employee.changed") return document;
  const { avatar: _, ...data } = document.data;
  return { ...document, data };
}

/** An employee of whom nothing is known: a person who exists is linked, or one is created. */
function ofNew(
  asRow: AsRow,
  told: readonly Told[],
  { candidates, decided, isNamedTwice }: KnownOfRow,
  context: RowContext,
): PlannedRow {
  const documents = told.filter(isDone).map(({ document }) => document);
  const [hire] = documents;
  if (!hire) return asRow("same");
  if (isNamedTwice) return asRow("conflict", { reason: "name-twice" });
  const match = matchPerson(candidates, decided);
  switch (match.is) {
    case "none":
      return asRow("create", {}, documents);
    case "person":
      return adopt(asRow, match.person, hire.data, context);
    case "unclear":
      return asRow(
        "conflict",
        {
          reason: match.reason,
          persons: match.persons,
          matches: compareCandidates(hire.data, candidates),
        },
        [],
        { row: namesOfRow(hire.data), persons: namesOfPersons(candidates) },
      );
  }
}

/** Links a person who exists, with the names that the person has. */
function adopt(
  asRow: AsRow,
  { shown }: Candidate,
  said: Record<string, unknown>,
  { asOfMs, changedMs = asOfMs, lacksScope }: RowContext,
): PlannedRow {
  const type = "employee.adopted";
  if (lacksScope(type)) return asRow("conflict", { reason: "scope-missing" });
  const { employeeId, identities } = said;
  const data = {
    employeeId,
    username: shown.svc?.username ?? said["username"],
    email: mainEmailOf(shown)?.value ?? said["email"],
    personID: shown.id,
    ...(identities !== undefined && { identities }),
  };
  // What the row says beside it comes with the next list, which can be the same export.
  const timestamp = new Date(changedMs - 1).toISOString();
  return asRow("adopt", { persons: [shown.id] }, [{ type, timestamp, data }]);
}

const isDone = ({ counts }: Told) => counts;

/** The kind of a row, by the first of these events that counts. */
const kindOfEvent: readonly (readonly [DecidedType, RowKind])[] = [
  ["employee.terminated", "end"],
  ["employee.suspended", "suspend"],
  ["employee.hired", "rehire"],
  ["employee.termination_cancelled", "resume"],
  ["employee.resumed", "resume"],
];

function ofKnown(
  asRow: AsRow,
  told: readonly Told[],
  known: KnownOfRow,
  context: RowContext,
): PlannedRow {
  const { item, shown, open, candidates } = known;
  const change = told.find(({ type }) => type === "employee.changed");
  if (change && item?.personID !== undefined && !shown)
    return asRow("conflict", { reason: "person-missing" });
  const differing = change ? differencesOf(change, known, context) : [];
  const unsaid = change
    ? differing.filter((field) => !isUnderWay(field, change, open))
    : [];
  const isLost = isHireLost(known, context);
  const done = told.filter(({ type, counts }) =>
    type === "employee.changed"
      ? unsaid.length > 0
      : counts || (isLost && type === "employee.hired"),
  );
  const documents = done.map(({ document }) => document);
  const isRename = unsaid.some((field) => nameFields.includes(field));
  const isCreated =
    item?.personID === undefined &&
    done.some(({ type }) => type === "employee.hired");
  const takesName = isRename || isCreated;
  if (takesName && known.isNamedTwice)
    return asRow("conflict", { reason: "name-twice" });
  if (takesName && candidates.length > 0)
    return asRow("conflict", {
      reason: "name-of-another",
      fields: unsaid,
      persons: candidates.map(({ shown: { id } }) => id),
    });
  const [, kind] =
    kindOfEvent.find(([event]) => done.some(({ type }) => type === event)) ??
    [];
  const fields = unsaid.length > 0 ? { fields: unsaid } : {};
  if (kind === "rehire" && isLost) return asRow("create", {}, documents);
  if (kind === "rehire" && !isRehire(known))
    return asRow("change", { fields: [...unsaid, "/startDate"] }, documents);
  if (kind !== undefined) return asRow(kind, fields, documents);
  if (done.length > 0)
    return asRow(isRename ? "rename" : "change", fields, documents);
  return asRow(open.length > 0 || differing.length > 0 ? "pending" : "same");
}

/** The hire of the employment has failed, and its data is erased, so another one must bring the data. */
function isHireLost(
  { item, statements, open }: KnownOfRow,
  { settings }: RowContext,
): boolean {
  const newest = timelineOf(statements, settings).employments.at(-1);
  if (!newest || newest.end || item?.personID !== undefined) return false;
  return (
    open.some(({ id, type }) => id === newest.startBy.id && !type) &&
    !open.some(({ type }) => type === "employee.hired")
  );
}

const ofLostHire = (type: DecidedType): DecidedType =>
  type === "employee.changed" ? "employee.hired" : type;

/** A hire with another start date, before there was a person, is a change. */
function isRehire({ item, person }: KnownOfRow): boolean {
  return item?.personID !== undefined || person.is === "gone";
}

/** The fields of which the person has another value, and of which no later word counts. */
function differencesOf(
  { type, document }: Told,
  { item, statements, shown, isKnownEmail }: KnownOfRow,
  { source, settings, asOfMs, changedMs = asOfMs }: RowContext,
): string[] {
  // Without an avatar, which `foresee` has left out.
  const { avatar: _, ...patch } = personChangeOf(document.data);
  const named = saidFieldsOf(patch);
  const { data } = document;
  const word = wordOfCaller(
    source,
    { id: "row", type, eventAtMs: changedMs, fields: named, data },
    settings,
  );
  const outdated = outdatedFields(statements, word, settings);
  const current = named.filter((field) => !outdated.includes(field));
  if (!shown) return current;
  const { changed } = mergePerson(shown, patch, {
    isCurrent: (pointer) => current.includes(pointer),
    isOwned: (pointer) =>
      settings.personOwns.includes(pointer.split("/")[1] ?? ""),
    isKnownEmail,
    nameOrder: settings.nameOrder,
  });
  const identities = item
    ? differingIdentities(patch.identities, item, current)
    : [];
  return [...changed, ...identities];
}

/** Whether an event that is under way brings the value of the row. The newest one that names the field counts. */
function isUnderWay(
  field: string,
  { document }: Told,
  open: readonly OpenEvent[],
): boolean {
  const newest = open.find(({ data }) => namesField(data, field));
  return (
    newest !== undefined &&
    isDeepStrictEqual(
      readPointer(newest.data, field) ?? null,
      readPointer(document.data, field) ?? null,
    )
  );
}

function namesField(data: unknown, field: string): boolean {
  if (typeof data !== "object" || data === null) return false;
  return saidFieldsOf(personChangeOf(data)).includes(field);
}
