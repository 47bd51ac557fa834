import type { Child } from "hono/jsx";
import * as z from "zod";
import { hrefOf } from "../../pages/href-of.ts";
import { capitalize } from "../../pages/section.tsx";
import { mayFind } from "../http/permissions.ts";
import { ContentList, viewContents } from "./components/content-list.tsx";
import { Layout } from "./components/layout.tsx";
import { Portrait, StatusText, countOf } from "./components/parts.tsx";
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

type ListProps = { site: Site; query: Record<string, string> };

/** All people that the viewer may see, by name. */
export function DirectoryPage({ site, query }: ListProps) {
  const people = site.context.state
    .people()
    .filter((stored) => isMember(stored) && mayFind(site.viewer, stored))
    .map((stored) => ({
      person: viewPerson(site, stored),
      status: statusOf(site.context, stored),
    }))
    .toSorted((a, b) =>
      byName.compare(a.person.displayName, b.person.displayName),
    );
  return (
    <ListPage
      {...{ site, query }}
      path="/people"
      counted={["person", "people"]}
      all={people}
      nameOf={({ person }) => person.displayName}
      show={(shown) => (
        <ul class="grid cards">
          {shown.map((one) => (
            <Card {...one} />
          ))}
        </ul>
      )}
    />
  );
}

const byName = new Intl.Collator("en", { sensitivity: "base" });

/** All contents, newest first. They are found by author, place and type too. */
export function ContentsPage({ site, query }: ListProps) {
  return (
    <ListPage
      {...{ site, query }}
      path="/contents"
      counted={["content", "contents"]}
      all={viewContents(site)}
      nameOf={({ subject, author, place, type }) =>
        [subject, author?.displayName, place?.name, type].join(" ")
      }
      show={(shown) => (
        <section class="panel" aria-label="List">
          <ContentList contents={shown} />
        </section>
      )}
    />
  );
}

type ListPageProps<T> = ListProps & {
  path: "/people" | "/contents";
  counted: [one: string, many: string];
  all: readonly T[];
  /** What a search finds it by. */
  nameOf: (item: T) => string;
  show: (items: readonly T[]) => Child;
};

/** A list with a search and pages. */
function ListPage<T>(props: ListPageProps<T>) {
  const { site, path, all, nameOf, show } = props;
  const [one, many] = props.counted;
  const { search, page: asked } = querySchema.parse(props.query);
  const words = fold(search).split(/\s+/);
  const found = all.filter((item) =>
    words.every((word) => fold(nameOf(item)).includes(word)),
  );
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(asked, pages);
  const title = capitalize(many);
  const named = search === "" ? "" : ` named “${search}”`;
  return (
    <Layout title={`${title}${named}`} site={site} current={path}>
      <div class="row apart">
        <div>
          <h1>{title}</h1>
          <p class="muted">{`${countOf(found.length, one, many)}${named}`}</p>
        </div>
        <search>
          <form class="beside" action={path} method="get">
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
          <p>No {one} has this name.</p>
          <p>
            <a href={path}>See all {many}</a>
          </p>
        </div>
      ) : (
        show(found.slice((page - 1) * pageSize, page * pageSize))
      )}
      <Paging {...{ path, search, page, pages }} />
    </Layout>
  );
}

/** Case and accents do not matter for a search. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

type PagingProps = {
  path: string;
  search: string;
  page: number;
  pages: number;
};

/** Links to the previous and the next page of a list that has several. */
function Paging({ path, search, page, pages }: PagingProps) {
  if (pages === 1) return null;
  const linkTo = (number: number) =>
    hrefOf(path, { search, page: String(number) });
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
