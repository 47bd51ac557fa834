import type { PropsWithChildren } from "hono/jsx";
import type { ContentDetails } from "./views/content.ts";
import {
  Moment,
  Portrait,
  Section,
  Tags,
  capitalize,
  countOf,
} from "./components/parts.tsx";
import { Layout } from "./components/layout.tsx";
import type { PersonView } from "./views/person-view.ts";

type ContentPageProps = { viewer: PersonView; details: ContentDetails };

/** One content with its author, its place and its replies. */
export function ContentPage({ viewer, details }: ContentPageProps) {
  const { content, paragraphs, options, tags, likedBy, replies } = details;
  const { type, subject, place } = content;
  return (
    <Layout title={subject} viewer={viewer} current="contents">
      <div class="narrow stack">
        <nav class="row" aria-label="Breadcrumb">
          <a href="/contents">Contents</a>
          {place && (
            <>
              <span aria-hidden="true">/</span>
              <a href={place.path}>{place.name}</a>
            </>
          )}
        </nav>
        <article class="panel">
          <p class="muted">{capitalize(type)}</p>
          <h1>{subject}</h1>
          <Byline author={content.author}>
            <Moment atMs={content.publishedAtMs} />
            {details.updatedAtMs !== undefined && (
              <span>
                Updated <Moment atMs={details.updatedAtMs} />
              </span>
            )}
          </Byline>
          <div class="flow">
            {paragraphs.map((paragraph) => (
              <p>{paragraph}</p>
            ))}
          </div>
          {options.length > 0 && (
            <ul class="flow" aria-label="Options">
              {options.map((option) => (
                <li class="notice">{option}</li>
              ))}
            </ul>
          )}
          <Tags tags={tags} />
          <Likes people={likedBy} />
        </article>
        {replies && <Replies replies={replies} />}
      </div>
    </Layout>
  );
}

type RepliesProps = { replies: NonNullable<ContentDetails["replies"]> };

function Replies({ replies }: RepliesProps) {
  const title =
    replies.length === 0
      ? "Replies"
      : countOf(replies.length, "reply", "replies");
  return (
    <Section title={title}>
      {replies.length === 0 ? (
        <p class="muted">No replies yet.</p>
      ) : (
        <ol class="divided">
          {replies.map(({ id, author, publishedAtMs, paragraphs }) => (
            <li class="flow" id={`reply-${id}`}>
              <Byline author={author}>
                <Moment atMs={publishedAtMs} />
              </Byline>
              <div class="flow">
                {paragraphs.map((paragraph) => (
                  <p>{paragraph}</p>
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

type BylineProps = PropsWithChildren<{ author: PersonView | undefined }>;

/** The portrait and the name of an author, which lead to the profile, and the times. */
function Byline({ author, children }: BylineProps) {
  return (
    <div class="beside">
      {author && <Portrait person={author} size={40} />}
      <div>
        {author ? (
          <a class="plain strong" href={author.path}>
            {author.displayName}
          </a>
        ) : (
          <span class="strong">Author not shown</span>
        )}
        <p class="muted row">{children}</p>
      </div>
    </div>
  );
}

function Likes({ people }: { people: readonly PersonView[] }) {
  if (people.length === 0) return null;
  return (
    <p class="muted">
      {"Liked by "}
      {people.map(({ path, displayName }, index) => (
        <>
          {index > 0 && ", "}
          <a href={path}>{displayName}</a>
        </>
      ))}
    </p>
  );
}
