import type { Directory } from "./directory.ts";
import { Layout } from "./layout.tsx";
import type { PersonView } from "./person-view.ts";
import { Portrait } from "./portrait.tsx";

type DirectoryPageProps = { viewer: PersonView; directory: Directory };

/** Everybody the viewer may see, to be searched by name. */
export function DirectoryPage({ viewer, directory }: DirectoryPageProps) {
  const { search, people, total } = directory;
  return (
    <Layout
      title={search === "" ? "People" : `People named “${search}”`}
      viewer={viewer}
      current="people"
    >
      <div class="directory-head">
        <div>
          <h1>People</h1>
          <p class="muted">{countText(total, search)}</p>
        </div>
        <search>
          <form action="/people" method="get">
            <label class="unseen" for="search">
              Search by name
            </label>
            <input
              id="search"
              type="search"
              name="search"
              value={search}
              placeholder="Search by name"
              maxlength={100}
              autocomplete="off"
            />
            <button type="submit">Search</button>
          </form>
        </search>
      </div>
      {people.length === 0 ? (
        <div class="empty">
          <p>Nobody here has that name.</p>
          <p>
            <a href="/people">See everybody</a>
          </p>
        </div>
      ) : (
        <ul class="cards">
          {people.map((person) => (
            <Card person={person} />
          ))}
        </ul>
      )}
      <Paging directory={directory} />
    </Layout>
  );
}

function Card({ person }: { person: PersonView }) {
  const { path, displayName, title, department, location } = person;
  const where = [department, location].filter(Boolean).join(" · ");
  return (
    <li>
      <a class="card" href={path}>
        <Portrait person={person} size="medium" />
        <span class="card-text">
          <span class="card-name">{displayName}</span>
          {title && <span>{title}</span>}
          {where && <span class="muted">{where}</span>}
        </span>
      </a>
    </li>
  );
}

function Paging({ directory }: { directory: Directory }) {
  const { search, page, pages } = directory;
  if (pages === 1) return null;
  const linkTo = (number: number) =>
    `/people?${new URLSearchParams({ ...(search && { search }), page: String(number) })}`;
  return (
    <nav class="paging" aria-label="Pages">
      {page > 1 && (
        <a rel="prev" href={linkTo(page - 1)}>
          Previous
        </a>
      )}
      <span class="muted">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <a rel="next" href={linkTo(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}

function countText(total: number, search: string): string {
  const people = total === 1 ? "1 person" : `${total} people`;
  return search === "" ? people : `${people} named “${search}”`;
}
