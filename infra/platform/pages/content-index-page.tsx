import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { hrefOf } from "../../pages/href-of.ts";
import { ContentList } from "./components/content-list.tsx";
import { Layout } from "./components/layout.tsx";
import { capitalize } from "../../pages/section.tsx";
import { Paging, countOf } from "./components/parts.tsx";
import { listContents, paginate } from "./views/contents.ts";
import { requirePerson, viewPerson, type Site } from "./views/people.ts";

const contentTypes = [
  "announcement",
  "discussion",
  "document",
  "poll",
  "post",
] as const;

const pageSize = 30;

// A mistyped address still leads to a page.
const querySchema = z.object({
  type: z.enum(contentTypes).optional().catch(undefined),
  author: z.string().optional(),
  place: z.string().optional(),
  page: z.coerce.number().int().min(1).catch(1),
});

type ContentIndexPageProps = { site: Site; query: Record<string, string> };

/**
 * All contents, or those of one type, one author or one place, newest first.
 *
 * @throws HTTPException 404 if the author or the place of the query does not exist for the viewer
 */
export function ContentIndexPage({ site, query }: ContentIndexPageProps) {
  const asked = querySchema.parse(query);
  const { type } = asked;
  const author =
    asked.author === undefined
      ? undefined
      : viewPerson(site, requirePerson(site, asked.author));
  const place = site.context.state.places.get(asked.place ?? "");
  if (asked.place !== undefined && !place) throw new HTTPException(404);
  const { items, total, page, pages } = paginate(
    listContents(site.context, {
      type,
      authorID: author?.id,
      placeID: place?.id,
    }),
    asked.page,
    pageSize,
  );
  const filters = { author: author?.svc.username, place: place?.id };
  const title = author
    ? `Contents by ${author.displayName}`
    : place
      ? `Contents in ${place.body.name}`
      : "Contents";
  return (
    <Layout title={title} site={site} current="contents">
      <div>
        {author && (
          <p>
            <a href={author.path}>Profile of {author.displayName}</a>
          </p>
        )}
        {place && (
          <p>
            <a href={`/places/${place.id}`}>{place.body.name}</a>
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
          <ContentList
            site={site}
            contents={items}
            without={author ? "author" : place && "place"}
          />
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
