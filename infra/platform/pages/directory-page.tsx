import * as z from "zod";
import { hrefOf } from "../../pages/href-of.ts";
import { mayFind } from "../http/permissions.ts";
import { Layout } from "./components/layout.tsx";
import { countOf } from "../../pages/parts.tsx";
import { Portrait, StatusText } from "./components/parts.tsx";
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

type DirectoryProps = { site: Site; query: Record<string, string> };

export function DirectoryPage({ site, query }: DirectoryProps) {
  const { search, page: asked } = querySchema.parse(query);
  // An empty search is one empty word, which each name includes.
  const words = fold(search).split(/\s+/);
  const found = site.context.state
    .people()
    .filter((stored) => isMember(stored) && mayFind(site.viewer, stored))
    .map((stored) => ({
      person: viewPerson(site, stored),
      status: statusOf(site.context, stored),
    }))
    .filter(({ person }) =>
      words.every((word) => fold(person.displayName).includes(word)),
    )
    .toSorted((a, b) =>
      byName.compare(a.person.displayName, b.person.displayName),
    );
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(asked, pages);
  const named = search === "" ? "" : ` named “${search}”`;
  return (
    <Layout title={`People${named}`} site={site} current="/people">
      <div class="row apart">
        <div>
          <h1>People</h1>
          <p class="muted">{`${countOf(found.length, "person", "people")}${named}`}</p>
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
      {found.length === 0 ? (
        <div class="empty">
          <p>No person has this name.</p>
          <p>
            <a href="/people">See all people</a>
          </p>
        </div>
      ) : (
        <ul class="grid cards">
          {found.slice((page - 1) * pageSize, page * pageSize).map((card) => (
            <Card {...card} />
          ))}
        </ul>
      )}
      <Paging {...{ search, page, pages }} />
    </Layout>
  );
}

const byName = new Intl.Collator("en", { sensitivity: "base" });

/** Case and accents do not matter for a search. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

type PagingProps = { search: string; page: number; pages: number };

function Paging({ search, page, pages }: PagingProps) {
  if (pages === 1) return null;
  const linkTo = (number: number) =>
    hrefOf("/people", { search, page: String(number) });
  return (
    <nav class="row" aria-label="Pages">
      {page > 1 && (
        <a class="button quiet" rel="prev" href={linkTo(page - 1)}>
          Previous
        </a>
      )}
      <span class="muted">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <a class="button quiet" rel="next" href={linkTo(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}

type CardProps = { person: PersonView; status: Status | undefined };

/** By the style sheet, the whole card opens the profile. The link is only the name: a screen reader reads the rest apart. */
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
