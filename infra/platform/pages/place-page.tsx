import { plainTextOf } from "../http/html-text.ts";
import type { StoredPlace } from "../state/platform-state.ts";
import { ContentList, viewContents } from "./components/content-list.tsx";
import { Layout } from "./components/layout.tsx";
import { Section, capitalize } from "../../pages/section.tsx";
import { PeopleList, Tags } from "./components/parts.tsx";
import { findPersonView, isMember, type Site } from "./views/people.ts";

type PlaceProps = { site: Site; place: StoredPlace };

/** A blog, group, project or space with its contents and its members. */
export function PlacePage({ site, place }: PlaceProps) {
  const { id, body } = place;
  const { type, name, description = "", tags = [] } = body;
  const members = viewMembers(site, place);
  return (
    <Layout title={name} site={site} current="/contents">
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
          <Section title="Contents">
            <ContentList
              contents={viewContents(site, (one) => one.body.place === id)}
            />
          </Section>
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

/** The members that the viewer may find, owners first. People who only asked to join are not among them. */
function viewMembers(site: Site, place: StoredPlace) {
  const { state } = site.context;
  return state.members
    .of(place.id)
    .filter(({ body }) => body.state !== "pending")
    .flatMap(({ body }) => {
      const stored = state.person(body.person);
      const person = findPersonView(site, body.person);
      return stored && person && isMember(stored)
        ? [{ ...person, isOwner: body.state === "owner" }]
        : [];
    })
    .toSorted((a, b) => Number(b.isOwner) - Number(a.isOwner));
}
