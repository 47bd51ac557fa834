const day = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeZone: "UTC",
});
const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

const briefMoment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

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
