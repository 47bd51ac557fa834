import { hrefOf } from "../../pages/href-of.ts";
import { contentTypes, type ContentIndex } from "./views/content-index.ts";
import { ContentList } from "./components/content-list.tsx";
import { Paging, capitalize, countOf } from "./components/parts.tsx";
import { Layout } from "./components/layout.tsx";
import type { PersonView } from "./views/person-view.ts";

type ContentIndexPageProps = { viewer: PersonView; index: ContentIndex };

/** All contents, or those of one type, one author or one place. */
export function ContentIndexPage({ viewer, index }: ContentIndexPageProps) {
  const { type, author, place, items, total, page, pages } = index;
  const title = titleOf(index);
  const filters = { author: author?.svc.username, place: place?.id };
  const without = author ? "author" : place && "place";
  return (
    <Layout title={title} viewer={viewer} current="contents">
      <div>
        {author && (
          <p>
            <a href={author.path}>Profile of {author.displayName}</a>
          </p>
        )}
        {place && (
          <p>
            <a href={`/places/${place.id}`}>{place.name}</a>
          </p>
        )}
        <h1>{title}</h1>
        <p class="muted">{countOf(total, type ?? "content")}</p>
      </div>
      <nav class="tabs row" aria-label="Type">
        {[undefined, ...contentTypes].map((name) => (
          <a
            href={hrefOf("/contents", { type: name, ...filters })}
            aria-current={name === type ? "page" : undefined}
          >
            {name === undefined ? "All types" : `${capitalize(name)}s`}
          </a>
        ))}
      </nav>
      <section class="panel" aria-label="List">
        {items.length === 0 ? (
          <p class="muted">No contents.</p>
        ) : (
          <ContentList contents={items} {...(without && { without })} />
        )}
      </section>
      <Paging
        page={page}
        pages={pages}
        path="/contents"
        query={{ type, ...filters }}
      />
    </Layout>
  );
}

function titleOf({ author, place }: ContentIndex): string {
  if (author) return `Contents by ${author.displayName}`;
  return place ? `Contents in ${place.name}` : "Contents";
}
