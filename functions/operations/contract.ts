import * as z from "zod/mini";
import { employeeIdSchema, knownWord } from "../../shared/fields.ts";
import { operationStatuses, phases } from "../../shared/store/operation.ts";
import { verbs } from "../../shared/store/verbs.ts";
import { eventTypes } from "../../shared/event-types.ts";
import {
  blockers,
  isReasonCode,
  sampleReasons,
} from "../../shared/reason-codes.ts";

/**
 * What the operators' API takes and answers. The API, its clients in `infra/cli` and the OpenAPI document use these
 * schemas. Times are in ISO 8601 with milliseconds, in UTC.
 */

/** An operation id. Longer text cannot be a key of the store. */
export const idPattern = "[\\w-]{1,64}";
const idSchema = z.string().check(z.regex(new RegExp(`^${idPattern}$`)));
const instantSchema = z.iso.datetime();
const statusSchema = z.enum(operationStatuses);

export {
  type BulkVerb,
  bulkVerbs,
  isBulkVerb,
  type Verb,
  verbRecords,
  verbs,
} from "../../shared/store/verbs.ts";
export const verbSchema = z.enum(verbs);

/** An operation as the API shows it. No personal data. */
export const shownOperationSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: statusSchema,
  /** The caller that sent the event. Only for callers that see all. */
  caller: z.optional(z.string()),
  employeeId: z.string(),
  /** What a waiting operation waits for beside its time. */
  blockedBy: z.optional(z.enum(blockers)),
  reason: z.optional(z.string()),
  /** What remains to be done while it waits. Absent while nothing has been done yet. */
  phase: z.optional(z.enum(phases)),
  sameAs: z.optional(z.string()),
  /** All operations to which this thin event led, if there are several. */
  ledTo: z.optional(z.array(z.string())),
  /** The verbs that apply now and that the caller may use. */
  verbs: z.array(verbSchema),
  /**
   * The verbs that the caller cannot use now, each with a problem type. Only where one operation is read, and only for
   * callers with `operate` or `observe`.
   */
  refusedVerbs: z.optional(
    z.array(z.object({ verb: verbSchema, reason: z.string() })),
  ),
  steps: z.array(
    z.object({
      name: z.string(),
      status: z.enum(["succeeded", "failed"]),
      attempts: z.optional(z.number()),
      at: instantSchema,
    }),
  ),
  warnings: z.array(z.object({ about: z.string(), reason: z.string() })),
  result: z.optional(
    z.object({
      personID: z.optional(z.string()),
      refs: z.optional(z.record(z.string(), z.string())),
      changed: z.optional(z.array(z.string())),
    }),
  ),
  /**
   * How many contents of the leaver a deletion takes away at least, as the service account counted them last. Only for
   * callers with `operate` or `observe`.
   */
  contents: z.optional(z.int()),
  templates: z.optional(z.array(z.string())),
  dueAt: z.optional(instantSchema),
  history: z.array(
    z.object({
      at: instantSchema,
      by: z.string(),
      status: statusSchema,
      reason: z.optional(z.string()),
      /** What became of the person, such as `onboarded` or `left`. */
      person: z.optional(z.string()),
      /** What an operator wrote when they resolved the operation. Only for callers with `operate` or `observe`. */
      note: z.optional(z.string()),
      /** How often the operation has paused, if it paused again and again. */
      times: z.optional(z.number()),
      /** When it paused last. `reason` is the reason of that pause. */
      lastAt: z.optional(instantSchema),
    }),
  ),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type ShownOperation = z.infer<typeof shownOperationSchema>;

/** The most operations of a page, and of a request that names them. */
export const maxPage = 100;

/** `unknown`: a type of an event that this version of the software does not have. */
const typeSchema = knownWord([...eventTypes, "unknown"]);

const shortTextSchema = z.optional(z.string().check(z.maxLength(64)));
const cursorSchema = z.optional(z.string().check(z.maxLength(2048)));
const limitSchema = z.number().check(z.int(), z.minimum(1), z.maximum(maxPage));
const pageFields = {
  limit: z._default(z.pipe(z.coerce.number(), limitSchema), 50),
  cursor: cursorSchema,
};

/** `GET /operations`. Every filter may stand alone. */
export const operationFilterSchema = z.strictObject({
  status: z.optional(statusSchema),
  /** A reason code, of which `sampleReasons` are examples. */
  reason: knownWord(sampleReasons(), isReasonCode),
  type: typeSchema,
  employeeId: z.optional(employeeIdSchema),
  caller: shortTextSchema,
  /**
   * Only operations with a warning: about this part of the event (`avatar`), with this reason code, or `any` warning.
   * Only for callers with `operate` or `observe`.
   */
  warning: shortTextSchema,
  /** Created at this time or later. */
  since: z.optional(z.iso.datetime({ offset: true })),
  /** Created before this time. */
  until: z.optional(z.iso.datetime({ offset: true })),
  /** `due` lists operations with the status `waiting`, those first that are due first. @default `newest` */
  order: z.optional(z.enum(["newest", "oldest", "due"])),
  ...pageFields,
});
export type OperationFilter = Omit<
  z.infer<typeof operationFilterSchema>,
  keyof typeof pageFields
>;

/** The newest operations first, or in the `order` of the request. A page may be short; only the last has no `next`. */
export const operationPageSchema = z.object({
  /** When the API began to read the page. */
  at: instantSchema,
  operations: z.array(shownOperationSchema),
  next: z.optional(z.string()),
});

const noteSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
/** How long a release applies, in hours. After that, the limit holds operations that have not run yet. */
const hoursSchema = z.number().check(z.gt(0), z.lte(24));

const verbFields = {
  /** For `release`. @default 1 */
  hours: z.optional(hoursSchema),
  /** For `resolve`, where it is required. */
  note: z.optional(noteSchema),
};

/** The body of `POST /operations/{id}/{verb}`. It may be absent where no field is required. */
export const verbBodySchema = z.strictObject(verbFields);

/** What a request with a verb says beside the operations. */
export type VerbBody = z.infer<typeof verbBodySchema>;

/** The body of `POST /operations/{verb}`. */
export const bulkBodySchema = z.strictObject({
  operations: z.array(idSchema).check(z.minLength(1), z.maxLength(maxPage)),
  /**
   * The time at which the operator saw the operations: `at` of the list. An operation that has changed since then is
   * refused.
   */
  asOf: z.optional(z.iso.datetime({ offset: true })),
  ...verbFields,
});

/** A count that stops at a bound: `isAtLeast` says that there may be more. */
const countSchema = z.object({ count: z.number(), isAtLeast: z.boolean() });

/** What became of the operations. */
export const bulkResultSchema = z.object({
  changed: z.array(z.string()),
  /**
   * `reason` is a problem type, `not-as-asked` for an operation that has changed after `asOf`, or `out-of-time`: send
   * this one again.
   */
  refused: z.array(z.object({ id: z.string(), reason: z.string() })),
});

/** `GET /overview`. */
export const overviewSchema = z.object({
  at: instantSchema,
  statuses: z.array(
    z.object({
      status: z.enum(["active", "waiting", "needs_attention", "failed"]),
      ...countSchema.shape,
    }),
  ),
  /**
   * Why operations are failed, need attention, wait although their time has come, or try a step again while they run.
   * The most frequent reason comes first.
   */
  reasons: z.array(
    z.object({
      status: z.enum(["needs_attention", "failed", "waiting", "running"]),
      reason: z.string(),
      ...countSchema.shape,
    }),
  ),
  /** The reasons of warnings of the last seven days, with the number of operations. The most frequent first. */
  warnings: z.array(z.object({ reason: z.string(), ...countSchema.shape })),
  /** The operation that should have been handled longest ago. */
  oldestOverdue: z.optional(
    z.object({ id: z.string(), status: statusSchema, dueAt: instantSchema }),
  ),
  limits: z.array(
    z.object({
      name: z.string(),
      /** People who were counted in the last 24 hours. */
      used: z.number(),
      /** How many people the limit allows now. */
      allowed: z.number(),
      held: countSchema,
    }),
  ),
  /** What operations wait for, why, and since when: outages, and causes that only some operations meet. */
  blocked: z.array(
    z.object({
      by: z.enum(blockers),
      /** `running` if the operations lack even the permission to write that they wait. */
      status: z.enum(["waiting", "running"]),
      /** The cause that counts now. */
      reason: z.string(),
      /** When the outage began. Absent if there is none. */
      since: z.optional(instantSchema),
      waiting: countSchema,
    }),
  ),
  callers: z.array(
    z.object({
      name: z.string(),
      scheme: z.string(),
      /** The preset that the entry names, such as `hibob`. */
      preset: z.optional(z.string()),
      scopes: z.array(z.string()),
      /** What an operator should look at. */
      issue: z.optional(z.enum(["no-key", "old-key", "invalid-entry"])),
      /** When the newest key was made, if the entry tells it. */
      keyedAt: z.optional(z.string()),
    }),
  ),
});
export type Overview = z.infer<typeof overviewSchema>;

/** What an employee's page says of an operation. */
export const briefOperationSchema = z.pick(shownOperationSchema, {
  id: true,
  type: true,
  status: true,
  reason: true,
  phase: true,
  dueAt: true,
});

/** `GET /employees/{id}`. No personal data. */
export const shownEmployeeSchema = z.object({
  employeeId: z.string(),
  /** `unknown` if our store has operations that name the employee, and nothing else. */
  state: z.string(),
  personID: z.optional(z.string()),
  /** The person in the platform's API. */
  ref: z.optional(z.string()),
  /** The page of the person on the platform. */
  page: z.optional(z.string()),
  /** Kinds of linked identities, such as `slack`. */
  identities: z.array(z.string()),
  hiredAt: z.optional(instantSchema),
  startsAt: z.optional(instantSchema),
  /** When the access ends, or has ended. Absent while no end is known. */
  endsAt: z.optional(instantSchema),
  suspendedUntil: z.optional(instantSchema),
  /** Operations that wait, among all open ones of the employee and the newest 100. */
  planned: z.array(briefOperationSchema),
  /** Operations that failed or need attention, among the same operations. */
  attention: z.array(briefOperationSchema),
  /** The newest operations. */
  operations: z.array(shownOperationSchema),
});
export type ShownEmployee = z.infer<typeof shownEmployeeSchema>;

/** `GET /employees?state=&limit=&cursor=`, or `GET /employees?personID=`. */
export const employeeFilterSchema = z.strictObject({
  state: z.optional(z.string().check(z.maxLength(32))),
  /** The employee of the person with this id on the platform, if there is one. */
  personID: shortTextSchema,
  /** With what is known of each employee, beside the state. */
  details: z.optional(z.literal("true")),
  ...pageFields,
});

export const listedEmployeeSchema = z.object({
  employeeId: z.string(),
  state: z.string(),
  /** With `details`: the person on the platform. */
  personID: z.optional(z.string()),
  /** With `details`: whether the person was enabled when we last looked. */
  hasAccess: z.optional(z.boolean()),
  /** With `details`: when the current employment began. */
  since: z.optional(instantSchema),
  /** With `details`: the operation of the event that decides what the person is now. */
  because: z.optional(z.string()),
});

export const employeePageSchema = z.object({
  employees: z.array(listedEmployeeSchema),
  next: z.optional(z.string()),
});
