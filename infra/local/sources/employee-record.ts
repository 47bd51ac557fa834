import * as z from "zod";

const text = z.string().trim().min(1).max(200);
const fields = {
  givenName: text,
  familyName: text,
  email: z.email(),
  title: text.optional(),
  department: text.optional(),
  location: text.optional(),
  phone: text.optional(),
  startDate: z.iso.date(),
  /** `hired`: the employment begins on a later day. */
  state: z.enum(["hired", "employed", "on leave", "left"]),
  lastDay: z.iso.date().optional(),
  /** `huge`: only the original is larger than any photo that we accept. */
  photo: z.enum(["none", "usual", "huge"]),
};

/** What `POST /_records` takes. */
export const newRecordSchema = z.strictObject({
  ...fields,
  startDate: fields.startDate.default(() =>
    new Date().toISOString().slice(0, 10),
  ),
  state: fields.state.default("employed"),
  photo: fields.photo.default("usual"),
});
export type NewRecord = z.input<typeof newRecordSchema>;

/** An employee as every vendor's stand-in stores them. Each vendor has its own names for the fields. */
export type EmployeeRecord = z.output<typeof newRecordSchema> & { id: string };

/** What `PATCH /_records/{id}` takes. Fields that are absent stay, and null removes an optional field. */
export type RecordChange = {
  [K in keyof NewRecord]?: NewRecord[K] | null;
};

/** @throws ZodError if the record would not be valid */
export function applyChange(
  { id, ...before }: EmployeeRecord,
  change: object,
): EmployeeRecord {
  const after = Object.entries({ ...before, ...change }).filter(
    ([, value]) => value !== null,
  );
  return { ...newRecordSchema.parse(Object.fromEntries(after)), id };
}

/** The names of the fields that differ: all of them if there was no record. */
export function changedFields(
  before: EmployeeRecord | undefined,
  after: EmployeeRecord,
): string[] {
  const earlier = new Map<string, unknown>(Object.entries(before ?? {}));
  const later = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...earlier.keys(), ...later.keys()])].filter(
    (name) => earlier.get(name) !== later.get(name),
  );
}
