import * as z from "zod";
import type { PlatformContext } from "../http/context.ts";
import type { StoredPerson } from "../state/platform-state.ts";
import { mayFind } from "../http/visibility.ts";
import { viewPerson, type PersonView } from "./person-view.ts";

const pageSize = 60;
const maxSearchLength = 100;

// An address that somebody mistyped still leads somewhere.
const querySchema = z.object({
  search: z
    .string()
    .transform((text) => text.trim().slice(0, maxSearchLength))
    .catch(""),
  page: z.coerce.number().int().min(1).catch(1),
});

/** One page of the people the requester may see, by name. */
export type Directory = {
  search: string;
  people: PersonView[];
  /** Of all pages together. */
  total: number;
  /** Counted from 1. */
  page: number;
  pages: number;
};

/** Finds the people whose shown name has every word of `search`, whatever its case and accents. */
export function findPeople(
  context: PlatformContext,
  requester: StoredPerson,
  query: Record<string, string>,
): Directory {
  const { search, page: askedPage } = querySchema.parse(query);
  const words = fold(search).split(/\s+/);
  const found = context.state
    .people()
    .filter((person) => mayFind(requester, person))
    .map((person) => viewPerson(context, requester, person))
    .filter(({ displayName }) =>
      words.every((word) => fold(displayName).includes(word)),
    )
    .toSorted((a, b) => byName.compare(a.displayName, b.displayName));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(askedPage, pages);
  return {
    search,
    people: found.slice((page - 1) * pageSize, page * pageSize),
    total: found.length,
    page,
    pages,
  };
}

const byName = new Intl.Collator("en", { sensitivity: "base" });

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
