import * as z from "zod";
import { dateSchema } from "./dates.ts";

/** Text with its media type (docs/interface.md, §2.2). */
export const textSchema = z.object({
  type: z.string().min(1).default("text/html"),
  text: z.string(),
});

/**
 * The bodies that POST and PUT of a content accept. The interface shows the fields of an announcement only, so the
 * other types have the same ones. `place` and `options` are assumptions.
 */
export function createContentSchemas(place: z.ZodType<string>) {
  const shared = {
    subject: z.string().min(1),
    content: textSchema,
    description: z.string().exactOptional(),
    tags: z.array(z.string()).exactOptional(),
    place: place.exactOptional(),
  };
  const announcement = z.object({
    ...shared,
    type: z.literal("announcement"),
    publishDate: dateSchema.exactOptional(),
  });
  const content = z.discriminatedUnion("type", [
    announcement,
    z.object({ ...shared, type: z.literal("discussion") }),
    z.object({ ...shared, type: z.literal("document") }),
    z.object({
      ...shared,
      type: z.literal("poll"),
      options: z.array(z.string().min(1)).min(2),
    }),
    z.object({ ...shared, type: z.literal("post") }),
  ]);
  return { announcement, content };
}

export type Content = z.infer<
  ReturnType<typeof createContentSchemas>["content"]
>;
