import * as z from "zod";
import { dateSchema } from "./dates.ts";

// The bodies that POST and PUT of an item accept. A reference is read as the id of an object that exists.
type Reference = z.ZodType<string>;

/** Text with its media type (docs/interface.md, §2.2). */
const textSchema = z.object({
  type: z.string().min(1).default("text/html"),
  text: z.string(),
});

/**
 * The interface shows the fields of an announcement only, so the other types have the same ones. `place` and `options`
 * are assumptions.
 */
export function createContentSchemas(place: Reference) {
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

/** The interface shows the four types of places only (docs/interface.md, §1). */
export const placeSchema = z.object({
  type: z.enum(["blog", "group", "project", "space"]),
  name: z.string().min(1),
  description: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
});

export const createMemberSchema = (person: Reference, place: Reference) =>
  z.object({
    person,
    place,
    state: z.enum(["member", "owner", "pending"]).exactOptional(),
  });

/** An entry of an activity stream. Its `verb` is "status" if the person set a status. */
export const activitySchema = z.object({
  verb: z.string().min(1).exactOptional(),
  title: z.string().min(1).exactOptional(),
  subject: z.string().exactOptional(),
  content: z.union([
    z.string().transform((text) => ({ type: "text/html", text })),
    textSchema,
  ]),
});

export const messageSchema = z.object({
  subject: z.string().exactOptional(),
  content: textSchema,
});

export const createDirectMessageSchema = (person: Reference) =>
  z.object({ participants: z.array(person).min(1), ...messageSchema.shape });

export const inboxEntrySchema = z.object({
  subject: z.string().min(1),
  content: textSchema,
  unread: z.boolean().exactOptional(),
});
