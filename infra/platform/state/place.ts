import * as z from "zod";

/** The body that POST and PUT of a place accept. The interface shows its four types only (docs/interface.md, §1). */
export const placeSchema = z.object({
  type: z.enum(["blog", "group", "project", "space"]),
  name: z.string().min(1),
  description: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
});

export type Place = z.infer<typeof placeSchema>;
