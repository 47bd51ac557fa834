import * as z from "zod";

/** What POST and PUT read of a place; only its four types are documented (the API document, §1). */
export const placeSchema = z.object({
  type: z.enum(["blog", "group", "project", "space"]),
  name: z.string().min(1),
  description: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
});

export type Place = z.infer<typeof placeSchema>;
