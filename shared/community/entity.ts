import * as z from "zod/mini";
import { maybe } from "./maybe.ts";
import { resourcesSchema } from "./resources.ts";

/**
 * What every object has. Of Activity, Blog, Member, ProfileImage, direct messages, inbox entries and places this is all
 * that is documented (the API document, §2.2); what else they bring is kept, and is `unknown`.
 */
export const entitySchema = z.looseObject({
  id: maybe(z.string()),
  type: maybe(z.string()),
  resources: maybe(resourcesSchema),
});
export type Entity = z.infer<typeof entitySchema>;
