import * as z from "zod/mini";
import { entryNameSchema } from "../entry-name.ts";
import { isSafeTarget } from "../safe-target.ts";
import { noticeTypes } from "../store/notices.ts";
import { signingKeySchema } from "./schemes/standard-webhooks.ts";
import { issueTextsOf, validationMessages } from "./validation-issues.ts";

const fields = {
  url: z.string().check(
    z.refine((text) => {
      const url = URL.parse(text);
      return url !== null && isSafeTarget(url) && url.hash === "";
    }, "must be an https address without credentials and fragment"),
  ),
  /** The notices that it gets. @default all */
  types: z.optional(z.array(z.enum(noticeTypes)).check(z.minLength(1))),
};

const subscriberSchema = z.discriminatedUnion("format", [
  z.strictObject({
    format: z.literal("webhook"),
    /** Each message is signed with every key, which makes rotation possible. The newest key is the first. */
    keys: z.array(signingKeySchema).check(z.minLength(1), z.maxLength(5)),
    ...fields,
  }),
  // The secret of a chat tool is in the URL that it issues.
  z.strictObject({ format: z.literal("slack"), ...fields }),
  z.strictObject({ format: z.literal("teams"), ...fields }),
]);
export type Subscriber = z.infer<typeof subscriberSchema>;

/** An invalid entry. Each issue has a JSON Pointer and a sentence, never a value. */
type BrokenSubscriber = { format: "broken"; issues: string[] };

/** The subscribers secret, by the name of a subscriber. An invalid entry stops its own subscriber and no other. */
export const subscribersSchema = z.record(
  entryNameSchema.check(z.maxLength(64)),
  z.pipe(z.unknown(), z.transform(parseEntry)),
);
export type Subscribers = z.infer<typeof subscribersSchema>;

function parseEntry(entry: unknown): Subscriber | BrokenSubscriber {
  const parsed = subscriberSchema.safeParse(entry, validationMessages);
  if (parsed.success) return parsed.data;
  return { format: "broken", issues: issueTextsOf(parsed.error) };
}
