import { Moment } from "./day.tsx";
import type { Profile } from "../views/profile.ts";
import { Section } from "./section.tsx";

type ActivityStreamProps = Pick<Profile, "activities" | "status">;

/** Earlier statuses of a person in the person's own words, and other entries with what the person did. */
export function ActivityStream({ activities, status }: ActivityStreamProps) {
  return (
    <Section title="Activity">
      {activities.length === 0 ? (
        <p class="nothing">
          {status ? "No other activity yet." : "No activity yet."}
        </p>
      ) : (
        <ol class="stream">
          {activities.map(({ verb, subject, text, path, publishedAtMs }) => (
            <li>
              {subject && <p class="subject">{subject}</p>}
              <p>{path ? <a href={path}>{text}</a> : text}</p>
              <p class="muted">
                {verb && (
                  <>
                    <span class="verb">{verb}</span>
                    {" · "}
                  </>
                )}
                <Moment atMs={publishedAtMs} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
