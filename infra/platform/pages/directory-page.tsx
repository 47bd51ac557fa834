import * as z from "zod";
import { mayFind } from "../http/permissions.ts";
import type { StoredPerson } from "../state/platform-state.ts";
import { Layout } from "./components/layout.tsx";
import { Paging, Portrait, StatusText, countOf } from "./components/parts.tsx";
import { paginate } from "./views/contents.ts";
import {
  isMember,
  statusOf,
  viewPerson,
  type PersonView,
  type Site,
  type Status,
} from "./views/people.ts";

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

type DirectoryPageProps = { site: Site; query: Record<string, string> };

/** All people that the viewer may see, with a search by name. */
export function DirectoryPage({ site, query }: DirectoryPageProps) {
  const { search, page: asked } = querySchema.parse(query);
  const found = findPeople(site, search);
  const { items, total, page, pages } = paginate(found, asked, pageSize);
  const count = countOf(total, "person", "people");
  return (
    <Layout
      title={search === "" ? "People" : `People named “${search}”`}
      site={site}
      current="people"
    >
      <div class="row apart">
        <div>
          <h1>People</h1>
          <p class="muted">
            {search === "" ? count : `${count} named “${search}”`}
          </p>
        </div>
        <search>
          <form class="beside" action="/people" method="get">
            <label class="unseen" for="search">
              Search by name
            </label>
            <input
              id="search"
              type="search"
              name="search"
              value={search}
              placeholder="Search by name"
              maxlength={maxSearchLength}
              autocomplete="off"
            />
            <button type="submit">Search</button>
          </form>
        </search>
      </div>
      {items.length === 0 ? (
        <div class="empty">
          <p>No person has this name.</p>
          <p>
            <a href="/people">See all people</a>
          </p>
        </div>
      ) : (
        <ul class="grid cards">
          {items.map(({ stored, person }) => (
            <Card person={person} status={statusOf(site.context, stored)} />
          ))}
        </ul>
      )}
      <Paging page={page} pages={pages} path="/people" query={{ search }} />
    </Layout>
  );
}

type CardProps = { person: PersonView; status: Status | undefined };

/** The whole card opens the profile, but the link is only the name: a screen reader reads the rest apart. */
function Card({ person, status }: CardProps) {
  const { path, displayName, title, department, location } = person;
  const where = [department, location].filter(Boolean).join(" · ");
  return (
    <li class="panel card beside">
      <Portrait person={person} size={48} />
      <div>
        <a class="plain strong" href={path}>
          {displayName}
        </a>
        {title && <p>{title}</p>}
        {where && <p class="muted">{where}</p>}
        <StatusText status={status} brief />
      </div>
    </li>
  );
}

/** The people whose shown name has every word of `search`, by name. Case and accents do not matter. */
function findPeople(
  site: Site,
  search: string,
): { stored: StoredPerson; person: PersonView }[] {
  const words = fold(search).split(/\s+/);
  return site.context.state
    .people()
    .filter((stored) => isMember(stored) && mayFind(site.viewer, stored))
    .map((stored) => ({ stored, person: viewPerson(site, stored) }))
    .filter(({ person }) =>
      words.every((word) => fold(person.displayName).includes(word)),
    )
    .toSorted((a, b) =>
      byName.compare(a.person.displayName, b.person.displayName),
    );
}

const byName = new Intl.Collator("en", { sensitivity: "base" });

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
