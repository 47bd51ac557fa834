import type { PersonView, Status } from "../views/people.ts";

const formatOf = (style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...style, timeZone: "UTC" });
const day = formatOf({ dateStyle: "long" });
const moment = formatOf({ dateStyle: "long", timeStyle: "short" });
const briefMoment = formatOf({ dateStyle: "medium", timeStyle: "short" });

type TimeProps = { atMs: number };

/** "20 November 2026", in UTC like all dates of the platform (docs/interface.md, §2.5) */
export function Day({ atMs }: TimeProps) {
  const date = new Date(atMs);
  return (
    <time datetime={date.toISOString().slice(0, 10)}>{day.format(date)}</time>
  );
}

/** "20 November 2026 at 14:05 UTC", or "20 Nov 2026, 14:05 UTC" if `brief`. */
export function Moment({ atMs, brief }: TimeProps & { brief?: boolean }) {
  const date = new Date(atMs);
  const format = brief === true ? briefMoment : moment;
  return <time datetime={date.toISOString()}>{format.format(date)} UTC</time>;
}

type PortraitProps = {
  person: PersonView;
  /** Width and height in pixels. */
  size: number;
  /** Empty beside the name, which a description would only repeat. */
  alt?: string;
};

/** The person's latest image, or the initials of a person without an image. */
export function Portrait({ person, size, alt = "" }: PortraitProps) {
  const { imagePath, initials, hue } = person;
  return imagePath === undefined ? (
    <svg
      class="portrait"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <rect width="32" height="32" fill={`oklch(0.5 0.08 ${hue})`} />
      <text x="16" y="20.5" font-size="12" text-anchor="middle" fill="#fff">
        {initials}
      </text>
    </svg>
  ) : (
    <img
      class="portrait"
      src={imagePath}
      width={size}
      height={size}
      alt={alt}
    />
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul class="row" aria-label="Tags">
      {tags.map((tag) => (
        <li class="pill">{tag}</li>
      ))}
    </ul>
  );
}

type StatusTextProps = { status: Status | undefined; brief?: boolean };

export function StatusText({ status, brief = false }: StatusTextProps) {
  if (status === undefined) return null;
  return (
    <div class="notice">
      <p class="lines">{status.text}</p>
      {status.setAtMs !== undefined && (
        <p class="muted">
          <Moment atMs={status.setAtMs} brief={brief} />
        </p>
      )}
    </div>
  );
}

export function PeopleList({ people }: { people: readonly PersonView[] }) {
  return (
    <ul class="flow">
      {people.map((person) => (
        <li class="row">
          <a class="plain row" href={person.path}>
            <Portrait person={person} size={28} />
            {person.displayName}
          </a>
        </li>
      ))}
    </ul>
  );
}
