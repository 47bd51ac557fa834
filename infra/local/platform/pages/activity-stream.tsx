import { Moment } from "./day.tsx";
import type { Profile } from "./profile.ts";
import { Section } from "./section.tsx";

type ActivityStreamProps = Pick<Profile, "activities">;

/** What a person did: statuses in their own words, other entries with what was done. */
export function ActivityStream({ activities }: ActivityStreamProps) {
  return (
    <Section title="Activity">
      {activities.length === 0 ? (
        <p class="nothing">No activity yet.</p>
      ) : (
        <ol class="stream">
          {activities.map(({ body, publishedAtMs }) => (
            <li>
              {body.subject && <p class="subject">{body.subject}</p>}
              <p>{plainText(body.content)}</p>
              <p class="muted">
                {body.verb !== "status" && (
                  <>
                    <span class="verb">{body.verb ?? "posted"}</span>
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

/** Of HTML that others wrote, only the words. */
function plainText({ type, text }: { type: string; text: string }): string {
  return type === "text/html" ? text.replaceAll(/<[^<>]*>/g, " ").trim() : text;
}
