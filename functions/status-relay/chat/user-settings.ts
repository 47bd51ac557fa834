import * as z from "zod/mini";
import { isZone } from "../../../shared/zoned-time.ts";

/** The zone of a user as a chat tool tells it. Undefined for one that we do not know: the community's zone is used. */
export const userZone = textIf(isZone);

/** The language of a user (BCP 47). Undefined for one that we do not understand. */
export const userLocale = textIf(isLocale);

/** `z.catch` would do the same, and adds 8 kB to a bundle. */
function textIf(isRight: (text: string) => boolean) {
  return z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value) =>
        typeof value === "string" && isRight(value) ? value : undefined,
      ),
    ),
  );
}

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}
