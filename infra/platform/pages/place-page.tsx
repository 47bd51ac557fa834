import { plainTextOf } from "../http/html-text.ts";
import { ContentPanel } from "./components/content-panel.tsx";
import { Layout } from "./components/layout.tsx";
import { PeopleList, Section, Tags, capitalize } from "./components/parts.tsx";
import type { PersonView } from "./views/person-view.ts";
import type { PlaceDetails } from "./views/place.ts";

type PlacePageProps = { viewer: PersonView; details: PlaceDetails };

/** A blog, group, project or space with its contents and its members. */
export function PlacePage({ viewer, details }: PlacePageProps) {
  const { id, place, members, contents, contentCount } = details;
  const { type, name, description = "", tags = [] } = place;
  return (
    <Layout title={name} viewer={viewer} current="contents">
      <nav aria-label="Breadcrumb">
        <a href="/contents">Contents</a>
      </nav>
      <header class="panel">
        <p class="muted">{capitalize(type)}</p>
        <h1>{name}</h1>
        {description && (
          <p>{plainTextOf({ type: "text/html", text: description })}</p>
        )}
        <Tags tags={tags} />
      </header>
      <div class="columns">
        <div>
          <ContentPanel
            contents={contents}
            total={contentCount}
            without="place"
            allPath={`/contents?place=${id}`}
          />
        </div>
        <div class="stack">
          {members.length > 0 && (
            <Section title="Members">
              <PeopleList
                people={members}
                noteOf={({ isOwner }) => (isOwner ? "Owner" : undefined)}
              />
            </Section>
          )}
        </div>
      </div>
    </Layout>
  );
}
