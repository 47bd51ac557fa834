import * as z from "zod";
import type { PlatformContext } from "../../http/context.ts";
import { mayFind } from "../../http/permissions.ts";
import type { StoredPerson } from "../../state/platform-state.ts";
import { paginate, type PageOf } from "./paginate.ts";
import { isMember, viewPerson, type PersonView } from "./person-view.ts";
import { latestStatusEntries, viewStatus, type Status } from "./status.ts";

const pageSize = 60;
const maxSearchLength = 100;

// A mistyped address still leads to a page.
const querySchema = z.object({
  search: z
    .string()
    .transform((text) => text.trim().slice(0, maxSearchLength))
    .catch(""),
  page: z.coerce.number().int().min(1).catch(1),
});

/** One page of the people that the requester may see, by name. */
export type Directory = PageOf<{
  person: PersonView;
  status: Status | undefined;
}> & { search: string };

/** Finds the people whose shown name has every word of `search`. Case and accents do not matter. */
export function findPeople(
  context: PlatformContext,
  requester: StoredPerson,
  query: Record<string, string>,
): Directory {
  const { search, page } = querySchema.parse(query);
  const words = fold(search).split(/\s+/);
  const found = context.state
    .people()
    .filter((stored) => isMember(stored) && mayFind(requester, stored))
    .map((stored) => ({
      stored,
      person: viewPerson(context, requester, stored),
    }))
    .filter(({ person }) =>
      words.every((word) => fold(person.displayName).includes(word)),
    )
    .toSorted((a, b) =>
      byName.compare(a.person.displayName, b.person.displayName),
    );
  const { items, ...position } = paginate(found, page, pageSize);
  const entries = latestStatusEntries(context.state);
  return {
    search,
    ...position,
    items: items.map(({ stored, person }) => ({
      person,
      status: viewStatus(stored, entries.get(stored.id)),
    })),
  };
}

const byName = new Intl.Collator("en", { sensitivity: "base" });

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
