import * as z from "zod/mini";
import { maybe } from "./maybe.ts";

/** The `resources` field of every returned object (the API document, §2.3). */
export const resourcesSchema = z.record(
  z.string(),
  z.looseObject({
    ref: maybe(z.string()),
    allowed: maybe(z.array(z.string())),
  }),
);
export type Resources = z.infer<typeof resourcesSchema>;
