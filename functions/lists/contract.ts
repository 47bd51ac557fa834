import * as z from "zod/mini";
import { employeeIdSchema, knownWord } from "../../shared/fields.ts";
import { isReasonCode, sampleReasons } from "../../shared/reason-codes.ts";

/**
 * What the API of lists takes and answers (decision 31). The API, its clients in `infra/cli` and the OpenAPI document
 * use these schemas. Times are in ISO 8601 with milliseconds, in UTC.
 */

/** The kinds of rows that lead to events when a plan is applied. */
const appliedKinds = [
  /** A person is created. */
  "create",
  /** A person who exists is linked to the employee. */
  "adopt",
  "change",
  /** A change of the username or the e-mail address. */
  "rename",
  "suspend",
  /** A suspension or a planned end is taken back. */
  "resume",
  "end",
  "rehire",
] as const;

/** What a plan makes of a row of a list. */
export const rowKinds = [
  ...appliedKinds,
  "same",
  /** An earlier event says the same, and is under way. */
  "pending",
  /** An operator must decide. The reason says about what. */
  "conflict",
  /** The map ignores the row, or the row is of a leaver whom we do not know. */
  "ignored",
  /** An employee of this source is not in the list. */
  "missing",
] as const;
export type RowKind = (typeof rowKinds)[number];

/** Whether the row leads to events when the plan is applied. */
export function isApplied({
  kind,
  reason,
}: Pick<PlanRow, "kind" | "reason">): boolean {
  return appliedKinds.some((one) => one === kind) && reason === undefined;
}

/** An approval lets the rows of these kinds pass the daily limits. */
export const grantedKinds: readonly RowKind[] = ["end", "rename"];

/** Why a row is a conflict, is not done, or needs a look. Other reasons of a row are reason codes of operations. */
export const rowReasons = {
  "first-plan":
    "The first plan of a source only links people. The next plan does this row.",
  "record-invalid":
    "The row does not fit: the fields or columns that it names are missing or wrong. Correct the list, or the map of the source.",
  "cell-too-long": "A cell has more than 10,000 characters.",
  "match-unclear":
    "The username and the e-mail address do not both lead to the same person. Say which person it is, on the page of the plan or with `plans decide`, or correct the list.",
  "name-of-another":
    "The username or the e-mail address is that of another person on the platform. Correct the list, or rename the other person first.",
  "name-twice":
    "Two employees of the list have this username or e-mail address. Correct the list.",
  "other-id":
    "This person is linked to another employee id. If the id has changed, terminate the former employee with `disposition: disable`, or correct the id in the HR system.",
  "left-with-person":
    "The list says that the employee has left, and a person with these names is on the platform. Say that it is this person, on the page of the plan or with `plans decide`: this plan links the person, and the next one ends the employment. Or look to it by hand.",
  "repeated-after-ruling":
    "An operator has closed an operation that says the same, so the row changes nothing. If it is right by now, send it as an event, and release its operation. Else correct it in the HR system.",
  "absent-once":
    "The employee is missing in one whole list. The next whole list decides.",
} as const;
export type RowReason = keyof typeof rowReasons;

/** A row of a plan. It has ids and names of fields, and no value of the list. */
export const planRowSchema = z.object({
  /** The line in the file, from 1. 0 for an employee who is not in the list. */
  line: z.int(),
  employeeId: z.optional(z.string()),
  kind: z.enum(rowKinds),
  /** The events that the row means, in their order. */
  events: z.optional(z.array(z.string())),
  /** JSON Pointers: the fields that differ, or that are wrong. */
  fields: z.optional(z.array(z.string())),
  /** A row reason, or a reason code. */
  reason: z.optional(z.string()),
  /** People of the platform who can be the employee. */
  persons: z.optional(z.array(z.string())),
  /** For each person, the fields of the row that agree, and the fields that differ. Only if an operator must decide. */
  matches: z.optional(
    z.array(
      z.object({
        person: z.string(),
        agrees: z.array(z.string()),
        differs: z.array(z.string()),
      }),
    ),
  ),
  /** What the map made of the row, as a keyed hash. Absent if it found issues, or if the employee is not listed. */
  digest: z.optional(z.string()),
  /** The operations of an earlier plan that do what the record says, and have not succeeded yet. */
  ledTo: z.optional(z.array(z.string())),
});
export type PlanRow = z.infer<typeof planRowSchema>;

/** Whether an operator can say which of the people of the row its employee is. */
export function isDecidable({
  reason,
  persons = [],
}: Pick<PlanRow, "reason" | "persons">): boolean {
  const decidable: readonly (RowReason | undefined)[] = [
    "match-unclear",
    "left-with-person",
  ];
  return persons.length > 0 && decidable.some((one) => one === reason);
}

/** The names of a person, in the list or on the platform. */
const namedSchema = z.object({
  name: z.optional(z.string()),
  username: z.optional(z.string()),
  email: z.optional(z.string()),
});
export type NamesOfSide = z.infer<typeof namedSchema>;

/** The names of both sides of a match, for an operator who decides. They are erased with the list. */
export const matchNamesSchema = z.object({
  row: namedSchema,
  /** By the ids of the people. */
  persons: z.record(z.string(), namedSchema),
});
export type MatchNames = z.infer<typeof matchNamesSchema>;

/** What became of a row of an applied plan. */
export const doneRowSchema = z.object({
  line: z.int(),
  employeeId: z.optional(z.string()),
  /** The operations that do the row. */
  ledTo: z.optional(z.array(z.string())),
  /** Why the row did not happen: `moved` if it comes to something else, or to other values, now. */
  skipped: z.optional(z.string()),
});
export type DoneRow = z.infer<typeof doneRowSchema>;

/** Why a list is refused: where, and what to do. Nothing of it is planned. */
export const findingSchema = z.object({
  line: z.optional(z.int()),
  column: z.optional(z.string()),
  employeeId: z.optional(z.string()),
  text: z.string(),
});
export type ListFinding = z.infer<typeof findingSchema>;

export const planStatuses = [
  "uploading",
  /** The records are read from the source. */
  "reading",
  "planning",
  /** The list is not as it must be. The findings say why. */
  "refused",
  "planned",
  "approved",
  "applying",
  "applied",
  "stopped",
  /** The plan could not be made, for a reason code. */
  "failed",
] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** A plan in one of these statuses has begun and has not ended. */
export const openPlans: readonly PlanStatus[] = [
  "reading",
  "planning",
  "planned",
  "approved",
  "applying",
];
export const stoppablePlans: readonly PlanStatus[] = [
  "uploading",
  ...openPlans,
];

/** Where the rows of a plan come from. */
const planOrigins = [
  /** An operator uploads them. */
  "upload",
  /** We read the records of the source: all, or those that have changed (decision 31). */
  "pull",
  /** We compare what our store knows of each employee with the platform, without a list. */
  "drift",
] as const;

export const planIdPattern = "plan_[\\w-]{1,32}";

const instantSchema = z.iso.datetime();
const countsSchema = z.partialRecord(z.enum(rowKinds), z.int());
export type Counts = z.infer<typeof countsSchema>;

export const shownPlanSchema = z.object({
  id: z.string(),
  /** The caller in whose name the events of the rows count. */
  source: z.string(),
  status: z.enum(planStatuses),
  reason: z.optional(z.string()),
  origin: z.enum(planOrigins),
  /** The event time of all rows. */
  asOf: instantSchema,
  isWhole: z.boolean(),
  /** A pull has read only the records that changed since then. Absent if it has read all. */
  since: z.optional(instantSchema),
  /** The plan has shown what another map would change. It cannot be applied. */
  isTrial: z.optional(z.boolean()),
  /** `match`: the first plan of a source, which only links people. */
  phase: z.enum(["match", "all"]),
  createdBy: z.string(),
  createdAt: instantSchema,
  rows: z.optional(z.int()),
  /** The rows that are planned, or applied, so far. */
  done: z.int(),
  /** Rows by their kind. */
  counts: countsSchema,
  /** Rows that an apply does, by their kind. */
  applies: countsSchema,
  /** Rows about which an operator can say which person their employee is. */
  toDecide: z.int(),
  /** Names the rows of the plan. An approval names it. */
  digest: z.optional(z.string()),
  findings: z.array(findingSchema),
  /** How much of each daily limit is used, as the plan was made. */
  limits: z.array(
    z.object({ name: z.string(), used: z.int(), allowed: z.int() }),
  ),
  /** Operators who have decided which person an employee is. They cannot approve. */
  decidedBy: z.array(z.string()),
  /** How many operators must approve. */
  approvalsNeeded: z.int(),
  approvals: z.array(z.object({ by: z.string(), at: instantSchema })),
  /**
   * Only where one plan is read: whether the caller may approve the plan while it is `planned`. False without the scope
   * `operate`, and for the caller that has uploaded the list, decided about a match, or approved the plan.
   */
  mayApprove: z.optional(z.boolean()),
  approvedUntil: z.optional(instantSchema),
  /** Rows that led to operations, and rows that were skipped, so far. */
  accepted: z.int(),
  skipped: z.int(),
  /** When the plan was begun, or its apply. */
  startedAt: z.optional(instantSchema),
  endedAt: z.optional(instantSchema),
});
export type ShownPlan = z.infer<typeof shownPlanSchema>;

export const planListSchema = z.object({
  plans: z.array(shownPlanSchema),
});

/** `POST /plans` */
export const newPlanSchema = z.strictObject({
  /** Absent for `drift`, which is about all employees. */
  source: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  origin: z._default(z.enum(planOrigins), "upload"),
  /** When the list was exported. @default now */
  asOf: z.optional(z.iso.datetime({ offset: true })),
  /** The list has everybody who is employed. */
  isWhole: z._default(z.boolean(), false),
  /** A field map that replaces that of the source. The plan is a trial: it only shows what the map would change. */
  map: z.optional(z.unknown()),
  /** The number of rows that the sender expects. */
  expectRows: z.optional(z.int().check(z.minimum(1))),
  /** The names of the columns, if the file has a header. */
  columns: z.optional(
    z
      .array(z.string().check(z.maxLength(200)))
      .check(z.minLength(1), z.maxLength(500)),
  ),
});

/** `POST /plans/{id}/begin`: the upload is complete. */
export const beginSchema = z.strictObject({
  chunks: z.int().check(z.minimum(0), z.maximum(1_000)),
  rows: z.int().check(z.minimum(0)),
});

/** `POST /plans/{id}/approve`: what the operator has read. */
export const approveSchema = z.strictObject({
  digest: z.string().check(z.maxLength(100)),
  applies: countsSchema,
});

/** `POST /plans/{id}/decide`: which person (id) an employee (id) is. The plan is made again. */
export const decideSchema = z.strictObject({
  matches: z
    .record(employeeIdSchema, z.string().check(z.minLength(1), z.maxLength(64)))
    .check(
      z.refine((matches) => {
        const { length } = Object.keys(matches);
        return length > 0 && length <= 1_000;
      }, "must have from 1 to 1,000 employees"),
    ),
});

/** `GET /plans/{id}/rows` */
export const rowFilterSchema = z.strictObject({
  kind: z.optional(z.enum(rowKinds)),
  reason: knownWord(
    [...new Set([...Object.keys(rowReasons), ...sampleReasons()])],
    (word) => word in rowReasons || isReasonCode(word),
  ),
  /** Only rows that an apply skipped. */
  skipped: z.optional(z.enum(["true"])),
  /** With the names of both sides of each match. Only for callers with `operate`, and only while the list is kept. */
  names: z.optional(z.enum(["true"])),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
});

export const rowPageSchema = z.object({
  rows: z.array(
    z.extend(planRowSchema, {
      ...doneRowSchema.shape,
      names: z.optional(matchNamesSchema),
    }),
  ),
  next: z.optional(z.string()),
});
export type ShownRow = z.infer<typeof rowPageSchema>["rows"][number];

/**
 * One row of an upload: its line, its cells by column, and the columns whose cells were too long to send. The digest is
 * added when the map reads the row. The row of a record that we read also has the operations that do it, and when it
 * was changed. If nothing in the record is new, the row has the employee (`same`) in place of the values, and whether
 * it was ignored.
 */
export const sentRowSchema = z.tuple([
  z.int().check(z.minimum(1)),
  z.record(z.string(), z.unknown()),
  z.array(z.string()),
  z.optional(
    z.strictObject({
      digest: z.string(),
      same: z.optional(z.string()),
      isIgnored: z.optional(z.literal(true)),
      ledTo: z.optional(z.array(z.string())),
      atMs: z.optional(z.number()),
    }),
  ),
]);
export type SentRow = z.infer<typeof sentRowSchema>;
export type KnownOfRecord = NonNullable<SentRow[3]>;

/** The most rows, and the most bytes of text, of a chunk. It fits into an item of our store. */
export const maxChunkRows = 500;
export const maxChunkBytes = 350_000;
