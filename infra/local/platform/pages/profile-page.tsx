import { ActivityStream } from "./activity-stream.tsx";
import { Contact } from "./contact.tsx";
import { Day } from "./day.tsx";
import { Layout } from "./layout.tsx";
import type { PersonView } from "./person-view.ts";
import { Portrait } from "./portrait.tsx";
import type { Profile } from "./profile.ts";
import { Section } from "./section.tsx";
import { TaskList } from "./task-list.tsx";

/** Said at the top of the page, so not again below. */
const labelsOfHead = ["Title", "Department", "Company"];

type ProfilePageProps = { viewer: PersonView; profile: Profile };

/** The page of one person. */
export function ProfilePage({ viewer, profile }: ProfilePageProps) {
  const { person, isViewer, tasks, activities, manager, reports } = profile;
  return (
    <Layout
      title={person.displayName}
      viewer={viewer}
      {...(isViewer && { current: "own-profile" })}
    >
      <article class="profile">
        <Head profile={profile} />
        <div class="side">
          <Section title="Contact">
            <Contact person={person} />
          </Section>
          {manager && <People title="Reports to" people={[manager]} />}
          {reports.length > 0 && <People title="Team" people={reports} />}
          <Tags person={person} />
        </div>
        <div class="body">
          {tasks && <TaskList tasks={tasks} />}
          <About person={person} />
          <ActivityStream activities={activities} />
        </div>
      </article>
    </Layout>
  );
}

function Head({ profile: { person, memberSinceMs } }: { profile: Profile }) {
  const { displayName, title, department, company, location, status } = person;
  const where = [department, company, location].filter(Boolean).join(" · ");
  return (
    <header class="head">
      <div class={`cover hue-${person.hue}`} />
      <Portrait
        person={person}
        size="large"
        alt={`Portrait of ${displayName}`}
      />
      <div class="names">
        <h1>{displayName}</h1>
        {title && <p class="title">{title}</p>}
        {where && <p class="muted">{where}</p>}
        <p class="muted facts">
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
      {status && <p class="status">{status}</p>}
    </header>
  );
}

function Flags({ person: { svc } }: { person: PersonView }) {
  return (
    <>
      {!svc.enabled && <span class="flag">Deactivated</span>}
      {svc.externalContributor && <span class="flag">External</span>}
      {svc.level && (
        <span>
          {svc.level.name}, {svc.level.points} points
        </span>
      )}
    </>
  );
}

function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function Tags({ person: { tags } }: { person: PersonView }) {
  if (tags === undefined) return null;
  return (
    <Section title="Tags">
      <ul class="tags">
        {tags.map((tag) => (
          <li>{tag}</li>
        ))}
      </ul>
    </Section>
  );
}

function About({ person: { svc } }: { person: PersonView }) {
  const entries = (svc.profile ?? []).filter(
    ({ svc_label }) => !labelsOfHead.includes(svc_label),
  );
  if (entries.length === 0) return null;
  return (
    <Section title="About">
      <dl class="entries">
        {entries.map(({ svc_label, value }) => (
          <div>
            <dt>{svc_label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

type PeopleProps = { title: string; people: readonly PersonView[] };

function People({ title, people }: PeopleProps) {
  return (
    <Section title={title}>
      <ul class="people">
        {people.map((person) => (
          <li>
            <a href={person.path}>
              <Portrait person={person} size="small" />
              {person.displayName}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
