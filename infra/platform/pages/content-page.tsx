import type { PropsWithChildren } from "hono/jsx";
import { paragraphsOf } from "../http/html-text.ts";
import type { StoredContent } from "../state/platform-state.ts";
import { Layout } from "./components/layout.tsx";
import { countOf, Section } from "../../pages/parts.tsx";
import { Moment, Portrait, Tags } from "./components/parts.tsx";
import { publishedAtMsOf, typeAndPlaceOf } from "./components/content-list.tsx";
import { findPersonView, type PersonView, type Site } from "./views/people.ts";

type ContentProps = { site: Site; content: StoredContent };

export function ContentPage({ site, content }: ContentProps) {
  // An announcement shows the date that it names. Whether it was updated follows from the real time.
  const { body, publishedAtMs, updatedAtMs } = content;
  return (
    <Layout title={body.subject} site={site}>
      <div class="narrow stack">
        <article class="panel">
          <p class="muted">{typeAndPlaceOf(content, site.context.state)}</p>
          <h1>{body.subject}</h1>
          <Byline author={findPersonView(site, content.authorID)}>
            <Moment atMs={publishedAtMsOf(content)} />
            {updatedAtMs > publishedAtMs && (
              <span>
                Updated <Moment atMs={updatedAtMs} />
              </span>
            )}
          </Byline>
          <Paragraphs text={body.content} />
          {body.type === "poll" && (
            <ul class="flow" aria-label="Options">
              {body.options.map((option) => (
                <li class="notice">{option}</li>
              ))}
            </ul>
          )}
          <Tags tags={body.tags ?? []} />
          <Likes site={site} content={content} />
        </article>
        {body.type === "discussion" && (
          <Replies site={site} content={content} />
        )}
      </div>
    </Layout>
  );
}

/** Oldest first. */
function Replies({ site, content }: ContentProps) {
  const replies = site.context.state.messages.of(content.id);
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
          {replies.map(({ id, authorID, publishedAtMs, body }) => (
            <li class="flow" id={`reply-${id}`}>
              <Byline author={findPersonView(site, authorID)}>
                <Moment atMs={publishedAtMs} />
              </Byline>
              <Paragraphs text={body.content} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Paragraphs({ text }: { text: StoredContent["body"]["content"] }) {
  return (
    <div class="flow">
      {paragraphsOf(text).map((paragraph) => (
        <p>{paragraph}</p>
      ))}
    </div>
  );
}

type BylineProps = PropsWithChildren<{ author: PersonView | undefined }>;

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

function Likes({ site, content }: ContentProps) {
  const people = site.context.state.likes
    .of(content.id)
    .flatMap(({ from }) => findPersonView(site, from) ?? []);
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
