import { managerOf, reportsOf } from "../api/people/organization.ts";
import { plainTextOf } from "../http/html-text.ts";
import type {
  Activity,
  PlatformState,
  StoredPerson,
} from "../state/platform-state.ts";
import { ContentList } from "./components/content-list.tsx";
import { Layout } from "./components/layout.tsx";
import {
  capitalize,
  countOf,
  type Fact,
  FactList,
  Section,
} from "../../pages/parts.tsx";
import {
  Day,
  Moment,
  PeopleList,
  Portrait,
  StatusText,
  Tags,
} from "./components/parts.tsx";
import {
  findPersonView,
  statusOf,
  viewPerson,
  type PersonView,
  type Site,
  type Status,
} from "./views/people.ts";

/** The profile fields that the head of the page shows, so that the section about the person leaves them out. */
const labelsOfHead = ["Title", "Department", "Company"];

const maxActivities = 20;

type ProfileProps = { site: Site; stored: StoredPerson };

/**
 * The page of one person. On a phone, the columns follow each other in this order. The page shows manager, reports and
 * tasks only where the API offers them as resources of the person.
 */
export function ProfilePage({ site, stored }: ProfileProps) {
  const { context, viewer } = site;
  const { state } = context;
  const person = viewPerson(site, stored);
  const status = statusOf(context, stored);
  const { manager, reports } = managerAndReports(site, person);
  const contents = state.contents
    .all()
    .filter(({ authorID }) => authorID === stored.id);
  return (
    <Layout
      title={person.displayName}
      site={site}
      {...(viewer.id === stored.id && { current: "own-profile" })}
    >
      <article class="stack">
        <Head person={person} status={status} stored={stored} />
        <div class="columns">
          <div class="stack">
            {person.resources["tasks"] && (
              <TaskList site={site} stored={stored} />
            )}
            <About person={person} />
            <ActivityStream site={site} stored={stored} status={status} />
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
            {contents.length > 0 && (
              <Section title="Contents">
                <ContentList contents={contents} state={state} />
              </Section>
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

function managerAndReports(site: Site, { id, resources }: PersonView) {
  const { state } = site.context;
  const manager = resources["manager"] && managerOf(state, id);
  const reports = resources["reports"] ? reportsOf(state, id) : [];
  return {
    manager: manager && findPersonView(site, manager.id),
    reports: reports.flatMap((one) => findPersonView(site, one.id) ?? []),
  };
}

type HeadProps = {
  person: PersonView;
  status: Status | undefined;
  stored: StoredPerson;
};

function Head({ person, status, stored }: HeadProps) {
  const { displayName, title, department, company, location } = person;
  const where = [department, company, location].filter(Boolean).join(" · ");
  return (
    <header class="panel">
      <div class="beside">
        <Portrait
          person={person}
          size={112}
          alt={`Portrait of ${displayName}`}
        />
        <div>
          <h1>{displayName}</h1>
          {title && <p>{title}</p>}
          {where && <p class="muted">{where}</p>}
          <p class="muted row">
            <span>@{person.svc.username}</span>
            <Flags person={person} />
            <span>{countOf(person.followerCount, "follower")}</span>
            <span>Following {person.followingCount}</span>
            {/* The API shows it only to the person and to administrators. */}
            {person.published !== undefined && (
              <span>
                Member since <Day atMs={stored.publishedAtMs} />
              </span>
            )}
          </p>
        </div>
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
      <FactList
        facts={entries.map(({ svc_label, value }): Fact => [svc_label, value])}
      />
    </Section>
  );
}

function TaskList({ site, stored }: ProfileProps) {
  const { state, options } = site.context;
  const tasks = state.tasks
    .of(stored.id)
    .toSorted((a, b) => a.dueAtMs - b.dueAtMs);
  const isOverdue = (dueAtMs: number) => dueAtMs < options.nowMs();
  return (
    <Section title="Your tasks" note="Only you see these">
      {tasks.length === 0 ? (
        <p class="muted">No tasks.</p>
      ) : (
        <ul class="divided">
          {tasks.map(({ subject, dueAtMs }) => (
            <li class="row apart">
              <span>{subject}</span>
              <span class={isOverdue(dueAtMs) ? "toned bad" : "muted"}>
                {isOverdue(dueAtMs) ? "Overdue since " : "Due "}
                <Day atMs={dueAtMs} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type ActivityStreamProps = ProfileProps & { status: Status | undefined };

/**
 * The latest entries, newest first: earlier statuses in the person's own words, and other entries with what the person
 * did. The entry of the current status is not among them.
 */
function ActivityStream({ site, stored, status }: ActivityStreamProps) {
  const { state } = site.context;
  const entries = state.activities
    .of(stored.id)
    .filter(({ id }) => id !== status?.entry?.id)
    .toSorted((a, b) => b.publishedAtMs - a.publishedAtMs)
    .slice(0, maxActivities);
  return (
    <Section title="Activity">
      {entries.length === 0 ? (
        <p class="muted">
          {status ? "No other activity yet." : "No activity yet."}
        </p>
      ) : (
        <ol class="divided">
          {entries.map((entry) => (
            <Entry entry={entry} path={pathOf(state, entry)} />
          ))}
        </ol>
      )}
    </Section>
  );
}

type EntryProps = { entry: Activity; path: string | undefined };

function Entry({ entry: { body, publishedAtMs }, path }: EntryProps) {
  const { verb = "posted", subject } = body;
  const text = plainTextOf(body.content, "\n");
  return (
    <li>
      {subject && <p class="strong">{subject}</p>}
      <p class="lines">{path ? <a href={path}>{text}</a> : text}</p>
      <p class="muted">
        {verb !== "status" && `${capitalize(verb)} · `}
        <Moment atMs={publishedAtMs} />
      </p>
    </li>
  );
}

function pathOf(
  { contents, messages }: PlatformState,
  { aboutID = "" }: Activity,
): string | undefined {
  if (contents.get(aboutID)) return `/contents/${aboutID}`;
  const reply = messages.get(aboutID);
  return reply?.aboutID && `/contents/${reply.aboutID}#reply-${reply.id}`;
}

function Contact({ person }: { person: PersonView }) {
  const { emails = [], phoneNumbers = [], addresses = [] } = person;
  const details = [
    ...emails.map(({ svc_label, value }): Fact => [
      svc_label,
      <Mail address={value} />,
    ]),
    ...phoneNumbers.map(({ svc_label, value }): Fact => [
      svc_label,
      <a href={`tel:${value.replaceAll(/[^+\d]/g, "")}`}>{value}</a>,
    ]),
    ...addresses.map(({ svc_label, value }): Fact => [
      svc_label,
      <span class="lines">{writeAddress(value)}</span>,
    ]),
  ];
  if (details.length === 0)
    return <p class="muted">No contact details that you may see.</p>;
  return <FactList facts={details} />;
}

/** An e-mail address as a link. A line may end behind its @. */
const Mail = ({ address }: { address: string }) => (
  <a href={mailAddress(address)}>
    {address.split(/(?<=@)/).map((part) => (
      <>
        {part}
        <wbr />
      </>
    ))}
  </a>
);

/** The address as a link. It is encoded, because a question mark would begin headers of the mail. */
function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}

type Address = NonNullable<PersonView["addresses"]>[number]["value"];

/** Several lines; the style sheet keeps the line breaks. */
function writeAddress(address: Address): string {
  const { streetAddress, postalCode, locality, region, country } = address;
  const town = [postalCode, locality].filter(Boolean).join(" ");
  return (
    address.formatted ??
    [streetAddress, town, region, country].filter(Boolean).join("\n")
  );
}
