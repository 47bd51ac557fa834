import * as z from "zod/mini";
import type { Ruling, Statement } from "../employment/statement.ts";
import { toReasonCode } from "../reason-codes.ts";

/** A reason code as it is stored. A code that this version does not know becomes `unexpected`. */
export const reasonCodeSchema = z.pipe(z.string(), z.transform(toReasonCode));

// A newer version may have stored fields that this version does not know. Each write keeps them: all objects are loose.

const namedSchema = z.looseObject({ day: z.number(), dueMs: z.number() });

const said = {
  id: z.string(),
  atMs: z.number(),
  ownDay: z.number(),
  judged: z.exactOptional(reasonCodeSchema),
};

const word = {
  ...said,
  caller: z.string(),
  byProvider: z.exactOptional(z.literal(true)),
};

const byCaller = {
  ...word,
  mayOffboard: z.boolean(),
  metPerson: z.exactOptional(z.literal(true)),
};

/** What an operator has decided. */
export const rulingSchema = z.looseObject({
  ...said,
  kind: z.literal("ruled"),
  about: z.string(),
  ruling: z.string(),
  limit: z.exactOptional(z.string()),
  untilMs: z.exactOptional(z.number()),
}) satisfies z.ZodMiniType<Ruling>;

/** Names of fields, or the index of the first statement that names the same fields. */
const fieldsOrPlace = z.union([z.array(z.string()), z.number()]);

const statementSchema = z.union([
  z.looseObject({
    ...byCaller,
    kind: z.literal("hired"),
    mayUpdate: z.boolean(),
    updatesAsRepetition: z.exactOptional(z.literal(true)),
    opensWithoutStart: z.exactOptional(z.literal(true)),
    start: z.exactOptional(namedSchema),
    fields: fieldsOrPlace,
  }),
  z.looseObject({ ...byCaller, kind: z.literal("adopted") }),
  z.looseObject({
    ...word,
    kind: z.literal("changed"),
    effective: z.exactOptional(namedSchema),
    fields: fieldsOrPlace,
  }),
  z.looseObject({
    ...word,
    kind: z.literal("suspended"),
    from: z.exactOptional(namedSchema),
    until: z.exactOptional(namedSchema),
  }),
  z.looseObject({
    ...word,
    kind: z.literal("terminated"),
    lastDay: z.exactOptional(namedSchema),
    terms: z.looseObject({
      disposition: z.enum(["delete", "disable"]),
      graceDays: z.number(),
    }),
    hasUsualTerms: z.exactOptional(z.literal(true)),
  }),
  z.looseObject({ ...word, kind: z.literal("resumed") }),
  z.looseObject({ ...word, kind: z.literal("termination_cancelled") }),
  rulingSchema,
]);
type StoredStatement = z.infer<typeof statementSchema>;

/** What was said about an employee, as their item keeps it. */
export const statementsSchema = z.pipe(
  z.array(statementSchema),
  z.transform((stored): Statement[] =>
    stored.map((one) => withFields(one, stored)),
  ),
);

function withFields(
  one: StoredStatement,
  all: readonly StoredStatement[],
): Statement {
  if (!namesFields(one)) return one;
  return { ...one, fields: fieldsOf(one, all) };
}

function fieldsOf(
  { fields }: { fields: string[] | number },
  all: readonly StoredStatement[],
): string[] {
  if (typeof fields !== "number") return fields;
  const first = all[fields];
  return first && namesFields(first) ? fieldsOf(first, all) : [];
}

/** A feed names the same fields each day, and they are most of a statement. So they are stored once. */
export function storedStatements(
  statements: readonly Statement[],
): StoredStatement[] {
  const places = new Map<string, number>();
  return statements.map((one, place) => {
    if (!namesFields(one)) return one;
    const text = one.fields.join(" ");
    const first = places.get(text);
    if (first !== undefined) return { ...one, fields: first };
    places.set(text, place);
    return one;
  });
}

function namesFields<S extends Pick<Statement, "kind">>(
  one: S,
): one is Extract<S, { kind: "hired" | "changed" }> {
  return one.kind === "hired" || one.kind === "changed";
}
