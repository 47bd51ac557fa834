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
import type {
  KnownOfRecord,
  MatchNames,
  PlanRow,
  RowKind,
  SentRow,
} from "./contract.ts";
import {
  type Candidate,
  compareCandidates,
  matchPerson,
  namesOfPersons,
  namesOfRow,
} from "./match-person.ts";
import { readingOf, type RowContext } from "./row-context.ts";
import type { WhoIs } from "./row-names.ts";

/** An accepted event that is not done yet. Its type and data are absent if they are erased. */
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
  /** Why the platform refuses to show the employee's person. */
  refusal?: ReasonCode;
  /** The other people of the platform who have the username or an address of the row. */
  candidates: readonly Candidate[];
  /** Another employed person of the list has the username or the e-mail address of the row. */
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
  /** Only if an operator must decide about the row. */
  names?: MatchNames;
};

/** Decides what a row comes to: by the map of the source, and by the rules of the employment. */
export function planRow(
  sent: SentRow,
  known: KnownOfRow,
  ofList: RowContext,
): PlannedRow {
  const [line, record, tooLong, ofPull] = sent;
  const { source, asOfMs, nowMs, settings } = ofList;
  const changedMs = ofPull?.atMs ?? asOfMs;
  const context = { ...ofList, changedMs };
  const employeeId = ofPull?.same ?? known.who?.employeeId;
  const asRow = createAsRow(line, employeeId, ofPull);
  if (ofPull?.same !== undefined)
    return asRow(ofPull.isIgnored ? "ignored" : "same");
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
  const types = isHireLost(known) ? decidedTypes.map(hireAgain) : decidedTypes;
  const isKnown = timelineOf(known.statements).employments.length > 0;
  if (!isKnown && !types.includes("employee.hired"))
    return planUnknownLeaver(asRow, known, context);

  const foreseen = foresee(types, record, known, context);
  if ("issue" in foreseen)
    return asRow("conflict", {
      reason: foreseen.issue,
      ...(foreseen.fields && { fields: foreseen.fields }),
    });
  const plan = isKnown ? planKnown : planNew;
  return plan(asRow, foreseen.events, known, context);
}

function meaningOf(record: unknown, context: RowContext) {
  return readMeaning(context.source.map, readingOf(record, context));
}

export function isIgnoredRow(
  [, record, , ofPull]: SentRow,
  context: RowContext,
): boolean {
  return ofPull?.same === undefined
    ? meaningOf(record, context) === undefined
    : ofPull.isIgnored === true;
}

/** Makes the planned row of one sent row. */
type AsRow = (
  kind: RowKind,
  parts?: Omit<PlanRow, "line" | "employeeId" | "kind">,
  documents?: MappedDocument[],
  names?: MatchNames,
) => PlannedRow;

function createAsRow(
  line: number,
  employeeId: string | undefined,
  { digest, same, ledTo }: Partial<KnownOfRecord> = {},
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
      // Any other row is done by operations of its own plan, or by none.
      ...(ledTo && (same !== undefined || kind === "pending") && { ledTo }),
    },
    documents,
    ...(names && { names }),
  });
}

/** An employee who has left and is not known. A person of the platform can be this employee, and still have access. */
function planUnknownLeaver(
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

/** An event that the row means, and whether it would count. */
type ForeseenEvent = {
  type: DecidedType;
  document: MappedDocument;
  /** The event would change the employment. */
  counts: boolean;
};

/** Says the events of a row to the rules, one after the other, to see what they would come to. */
function foresee(
  types: readonly DecidedType[],
  record: unknown,
  { statements, person }: KnownOfRow,
  context: RowContext,
): { events: ForeseenEvent[] } | { issue: string; fields?: string[] } {
  const { source, asOfMs, nowMs, settings, parse, lacksScope } = context;
  const { changedMs = asOfMs } = context;
  const events: ForeseenEvent[] = [];
  let said = statements;
  for (const [nth, type] of types.entries()) {
    // The events count in their order, so each is a millisecond later.
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
    const statement = wordOfCaller(source, event, settings);
    const heard = say(said, statement, { person, nowMs });
    const { verdict } = heard;
    if (verdict.is === "needs-decision") return { issue: verdict.because };
    said = heard.statements;
    events.push({
      type,
      document,
      counts: verdict.is === "in-force" || verdict.is === "scheduled",
    });
  }
  return { events };
}

/** Only a new person gets the image of the list, because two images cannot be compared. */
function withoutAvatar(
  type: DecidedType,
  document: MappedDocument,
): MappedDocument {
  if (type !== "employee.changed") return document;
  const { avatar: _, ...data } = document.data;
  return { ...document, data };
}

/** An employee who is not known yet: a person of the platform is linked, or a new one is created. */
function planNew(
  asRow: AsRow,
  events: readonly ForeseenEvent[],
  { candidates, decided, isNamedTwice }: KnownOfRow,
  context: RowContext,
): PlannedRow {
  const documents = events
    .filter(({ counts }) => counts)
    .map(({ document }) => document);
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
  // The next list brings the rest of the row. It can be the same export, so this event is a moment older.
  const timestamp = new Date(changedMs - 1).toISOString();
  return asRow("adopt", { persons: [shown.id] }, [{ type, timestamp, data }]);
}

/** The first of these events that counts gives the row its kind. */
const kindOfEvent: readonly (readonly [DecidedType, RowKind])[] = [
  ["employee.terminated", "end"],
  ["employee.suspended", "suspend"],
  ["employee.hired", "rehire"],
  ["employee.termination_cancelled", "resume"],
  ["employee.resumed", "resume"],
];

/** An employee whom our store knows: the events that would count, and a change if fields differ. */
function planKnown(
  asRow: AsRow,
  events: readonly ForeseenEvent[],
  known: KnownOfRow,
  context: RowContext,
): PlannedRow {
  const { item, shown, open, candidates } = known;
  const change = events.find(({ type }) => type === "employee.changed");
  if (change && item?.personID !== undefined && !shown)
    return asRow("conflict", { reason: "person-missing" });
  const differing = change ? differencesOf(change, known, context) : [];
  // The fields that no event under way brings.
  const unsaid = change
    ? differing.filter((field) => !isUnderWay(field, change, open))
    : [];
  const isLost = isHireLost(known);
  // The events that must still be said.
  const needed = events.filter(({ type, counts }) =>
    type === "employee.changed"
      ? unsaid.length > 0
      : counts || (isLost && type === "employee.hired"),
  );
  const documents = needed.map(({ document }) => document);
  const isRename = unsaid.some((field) => nameFields.includes(field));
  const isCreated =
    item?.personID === undefined &&
    needed.some(({ type }) => type === "employee.hired");
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
    kindOfEvent.find(([event]) => needed.some(({ type }) => type === event)) ??
    [];
  const fields = unsaid.length > 0 ? { fields: unsaid } : {};
  if (kind === "rehire" && isLost) return asRow("create", {}, documents);
  if (kind === "rehire" && !isRehire(known))
    return asRow("change", { fields: [...unsaid, "/startDate"] }, documents);
  if (kind !== undefined) return asRow(kind, fields, documents);
  if (needed.length > 0)
    return asRow(isRename ? "rename" : "change", fields, documents);
  return asRow(open.length > 0 || differing.length > 0 ? "pending" : "same");
}

/** Whether the hire of the employment has failed, and its data is erased. Then a new hire must bring the data. */
function isHireLost({ item, statements, open }: KnownOfRow): boolean {
  const newest = timelineOf(statements).employments.at(-1);
  if (!newest || newest.end || item?.personID !== undefined) return false;
  return (
    open.some(({ id, type }) => id === newest.startBy.id && !type) &&
    !open.some(({ type }) => type === "employee.hired")
  );
}

const hireAgain = (type: DecidedType): DecidedType =>
  type === "employee.changed" ? "employee.hired" : type;

/** Before there was a person, a hire with another start date is a change, and no rehire. */
function isRehire({ item, person }: KnownOfRow): boolean {
  return item?.personID !== undefined || person.is === "gone";
}

/** The fields in which the person differs from the row, except fields about which a later statement counts. */
function differencesOf(
  { type, document }: ForeseenEvent,
  { item, statements, shown, isKnownEmail }: KnownOfRow,
  { source, settings, asOfMs, changedMs = asOfMs }: RowContext,
): string[] {
  // Without the avatar, which cannot be compared.
  const { avatar: _, ...patch } = personChangeOf(document.data);
  const named = saidFieldsOf(patch);
  const { data } = document;
  const statement = wordOfCaller(
    source,
    { id: "row", type, eventAtMs: changedMs, fields: named, data },
    settings,
  );
  const outdated = outdatedFields(statements, statement);
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
  { document }: ForeseenEvent,
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
