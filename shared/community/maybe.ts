import * as z from "zod/mini";

/** A field that may be missing or null on the wire, and is `undefined` in our types either way. */
export function maybe<S extends z.ZodMiniType>(schema: S) {
  return z.optional(
    z.pipe(
      z.nullish(schema),
      z.transform(
        (value: z.output<S> | null | undefined) => value ?? undefined,
      ),
    ),
  );
}
