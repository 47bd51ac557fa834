import { Moment, Section, capitalize } from "./parts.tsx";
import type { Profile } from "../views/profile.ts";

type ActivityStreamProps = Pick<Profile, "activities" | "status">;

/** Earlier statuses of a person in the person's own words, and other entries with what the person did. */
export function ActivityStream({ activities, status }: ActivityStreamProps) {
  return (
    <Section title="Activity">
      {activities.length === 0 ? (
        <p class="muted">
          {status ? "No other activity yet." : "No activity yet."}
        </p>
      ) : (
        <ol class="divided">
          {activities.map(({ verb, subject, text, path, publishedAtMs }) => (
            <li>
              {subject && <p class="strong">{subject}</p>}
              <p class="lines">{path ? <a href={path}>{text}</a> : text}</p>
              <p class="muted">
                {verb && `${capitalize(verb)} · `}
                <Moment atMs={publishedAtMs} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
