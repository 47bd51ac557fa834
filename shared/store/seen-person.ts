import * as z from "zod/mini";
import type { FieldTime } from "../employment/timeline.ts";
import type { SeenPerson } from "../employment/move.ts";

/** Fields of one statement share everything but their names, so that twelve fields do not cost 1 KB. */
export const fieldsSchema = z.pipe(
  z.array(
    z.looseObject({
      by: z.string(),
      atMs: z.number(),
      day: z.number(),
      dueMs: z.number(),
      isDated: z.optional(z.boolean()),
      isForCreation: z.boolean(),
      names: z.array(z.string()),
    }),
  ),
  z.transform((groups): FieldTime[] =>
    groups.flatMap(({ names, ...time }) =>
      names.map((field) => ({ field, ...time })),
    ),
  ),
);

/** A person as the employee's item keeps them. `seenFields` has the fields, because they outlast a lost answer. */
export const storedPersonSchema = z.union([
  z.looseObject({ is: z.literal("none") }),
  z.looseObject({
    is: z.literal("unsure"),
    of: z.enum(["create", "enable", "disable"]),
  }),
  z.looseObject({
    is: z.literal("unsure"),
    of: z.literal("delete"),
    because: z.string(),
  }),
  z.looseObject({ is: z.literal("created"), by: z.string() }),
  z.looseObject({ is: z.literal("enabled") }),
  z.looseObject({
    is: z.literal("disabled"),
    sinceMs: z.number(),
    for: z.string(),
  }),
  z.looseObject({ is: z.literal("being-deleted") }),
  z.looseObject({ is: z.literal("gone"), holdsData: z.boolean() }),
]);
/** What we did to the person, and saw. */
export function seenPersonOf(
  person: z.infer<typeof storedPersonSchema>,
  fields: FieldTime[] = [],
): SeenPerson {
  const { is } = person;
  return is === "created" || is === "enabled" || is === "disabled"
    ? { ...person, fields }
    : person;
}

/** The attributes in which the item of an employee keeps a person. */
export function attributesOfPerson(person: SeenPerson) {
  if (!("fields" in person)) return { person };
  const { fields, ...rest } = person;
  return { person: rest, seenFields: groupsOf(fields) };
}

function groupsOf(fields: readonly FieldTime[]) {
  const groups = Map.groupBy(fields, ({ field: _, ...time }) =>
    JSON.stringify(time),
  );
  return [...groups.values()].flatMap((all) =>
    all.slice(0, 1).map(({ field: _, ...time }) => ({
      ...time,
      names: all.map(({ field }) => field),
    })),
  );
}
