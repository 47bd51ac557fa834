import { hrefOf } from "../../pages/href-of.ts";
import { ActivityStream } from "./components/activity-stream.tsx";
import { ContentPanel } from "./components/content-panel.tsx";
import {
  Day,
  PeopleList,
  Portrait,
  Section,
  StatusText,
  Tags,
  countOf,
} from "./components/parts.tsx";
import { Contact } from "./components/contact.tsx";
import { Layout } from "./components/layout.tsx";
import type { PersonView } from "./views/person-view.ts";
import type { Profile } from "./views/profile.ts";
import { TaskList } from "./components/task-list.tsx";

/** The head of the page shows them, so the section about the person does not. */
const labelsOfHead = ["Title", "Department", "Company"];

type ProfilePageProps = { viewer: PersonView; profile: Profile };

/** The page of one person. On a phone, the columns follow each other in this order. */
export function ProfilePage({ viewer, profile }: ProfilePageProps) {
  const { person, status, isViewer, tasks, activities, manager, reports } =
    profile;
  const { contents, contentCount } = profile;
  return (
    <Layout
      title={person.displayName}
      viewer={viewer}
      {...(isViewer && { current: "own-profile" })}
    >
      <article class="stack">
        <Head profile={profile} />
        <div class="columns">
          <div class="stack">
            {tasks && <TaskList tasks={tasks} />}
            <About person={person} />
            <ActivityStream activities={activities} status={status} />
          </div>
          <div class="stack">
            <Section title="Contact">
              <Contact person={person} />
            </Section>
            {manager && (
              <Section title="Reports to">
                <PeopleList people={[manager]} />
              </Section>
            )}
            {reports.length > 0 && (
              <Section title="Team">
                <PeopleList people={reports} />
              </Section>
            )}
            {contentCount > 0 && (
              <ContentPanel
                contents={contents}
                total={contentCount}
                without="author"
                allPath={hrefOf("/contents", { author: person.svc.username })}
              />
            )}
            {person.tags && (
              <Section title="Tags">
                <Tags tags={person.tags} />
              </Section>
            )}
          </div>
        </div>
      </article>
    </Layout>
  );
}

function Head({ profile }: { profile: Profile }) {
  const { person, status, memberSinceMs } = profile;
  const { displayName, title, department, company, location } = person;
  const where = [department, company, location].filter(Boolean).join(" · ");
  return (
    <header class="panel">
      <div class="cover" />
      <Portrait person={person} size={112} alt={`Portrait of ${displayName}`} />
      <div>
        <h1>{displayName}</h1>
        {title && <p>{title}</p>}
        {where && <p class="muted">{where}</p>}
        <p class="muted row">
          <span>@{person.svc.username}</span>
          <Flags person={person} />
          <span>{countOf(person.followerCount, "follower")}</span>
          <span>Following {person.followingCount}</span>
          {memberSinceMs !== undefined && (
            <span>
              Member since <Day atMs={memberSinceMs} />
            </span>
          )}
        </p>
      </div>
      <StatusText status={status} />
    </header>
  );
}

function Flags({ person: { svc } }: { person: PersonView }) {
  return (
    <>
      {!svc.enabled && <span class="pill">Deactivated</span>}
      {svc.externalContributor && <span class="pill">External</span>}
      {svc.level && (
        <span>
          {svc.level.name}, {svc.level.points} points
        </span>
      )}
    </>
  );
}

function About({ person: { svc } }: { person: PersonView }) {
  const entries = (svc.profile ?? []).filter(
    ({ svc_label }) => !labelsOfHead.includes(svc_label),
  );
  if (entries.length === 0) return null;
  return (
    <Section title="About">
      <dl>
        {entries.map(({ svc_label, value }) => (
          <>
            <dt>{svc_label}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </Section>
  );
}
