import * as z from "zod/mini";
import type { FieldTime } from "../employment/holds.ts";
import type { SeenPerson } from "../employment/move.ts";

/** Fields of one statement share everything but their names, so that twelve fields do not cost 1 KB. */
const fieldsSchema = z.pipe(
  z.array(
    z.object({
      by: z.string(),
      atMs: z.number(),
      day: z.number(),
      dueMs: z.number(),
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

/** What we did to the person of an employee, and saw, as their item keeps it. */
export const seenPersonSchema = z.union([
  z.object({ is: z.literal("none") }),
  z.object({
    is: z.literal("unsure"),
    of: z.enum(["create", "enable", "disable"]),
  }),
  z.object({
    is: z.literal("unsure"),
    of: z.literal("delete"),
    because: z.string(),
  }),
  z.object({ is: z.literal("enabled"), fields: fieldsSchema }),
  z.object({
    is: z.literal("disabled"),
    sinceMs: z.number(),
    for: z.string(),
    fields: fieldsSchema,
  }),
  z.object({ is: z.literal("being-deleted") }),
  z.object({ is: z.literal("gone"), holdsData: z.boolean() }),
]) satisfies z.ZodMiniType<SeenPerson>;

/** The form in which the item of an employee keeps it. */
export function storedPerson(person: SeenPerson): unknown {
  return "fields" in person
    ? { ...person, fields: groupsOf(person.fields) }
    : person;
}

function groupsOf(fields: readonly FieldTime[]): unknown[] {
  const groups = Map.groupBy(fields, ({ field: _, ...time }) =>
    JSON.stringify([
      time.by,
      time.atMs,
      time.day,
      time.dueMs,
      time.isForCreation,
    ]),
  );
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { field: _, ...time } = first;
    return [{ ...time, names: all.map(({ field }) => field) }];
  });
}
