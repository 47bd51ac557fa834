import { Paging, Portrait, StatusText, countOf } from "./components/parts.tsx";
import type { Directory } from "./views/directory.ts";
import { Layout } from "./components/layout.tsx";
import type { PersonView } from "./views/person-view.ts";

type DirectoryPageProps = { viewer: PersonView; directory: Directory };

/** All people that the viewer may see, with a search by name. */
export function DirectoryPage({ viewer, directory }: DirectoryPageProps) {
  const { search, items, total, page, pages } = directory;
  const count = countOf(total, "person", "people");
  return (
    <Layout
      title={search === "" ? "People" : `People named “${search}”`}
      viewer={viewer}
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
              maxlength={100}
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
          {items.map((item) => (
            <Card {...item} />
          ))}
        </ul>
      )}
      <Paging page={page} pages={pages} path="/people" query={{ search }} />
    </Layout>
  );
}

/** The whole card opens the profile, but the link is only the name: a screen reader reads the rest apart. */
function Card({ person, status }: Directory["items"][number]) {
  const { path, displayName, title, department, location } = person;
  const where = [department, location].filter(Boolean).join(" · ");
  return (
    <li class="card beside">
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
