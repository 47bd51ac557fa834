import * as z from "zod/mini";

/** A field that may be missing or null in a response. In our types it is `undefined` in both cases. */
export function optionalField<S extends z.ZodMiniType>(schema: S) {
  return z.optional(
    z.pipe(
      z.nullish(schema),
      z.transform(
        (value: z.output<S> | null | undefined) => value ?? undefined,
      ),
    ),
  );
}

/** The `resources` field of every returned object (docs/interface.md, §2.3). */
export const resourceLinksSchema = z.record(
  z.string(),
  z.looseObject({
    ref: optionalField(z.string()),
    allowed: optionalField(z.array(z.string())),
  }),
);
export type ResourceLinks = z.infer<typeof resourceLinksSchema>;

/**
 * The fields that every object has. Activity, Blog, Member, ProfileImage, direct messages, inbox entries and places
 * have no other documented fields (docs/interface.md, §2.2). Their other fields are kept as `unknown`.
 */
export const entitySchema = z.looseObject({
  id: optionalField(z.string()),
  type: optionalField(z.string()),
  resources: optionalField(resourceLinksSchema),
});
export type Entity = z.infer<typeof entitySchema>;
