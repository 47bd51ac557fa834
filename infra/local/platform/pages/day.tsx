const day = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeZone: "UTC",
});
const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

type TimeProps = { atMs: number };

/** "20 November 2026", in UTC as all dates of the platform (the API document, §2.5). */
export function Day({ atMs }: TimeProps) {
  const date = new Date(atMs);
  return (
    <time datetime={date.toISOString().slice(0, 10)}>{day.format(date)}</time>
  );
}

/** "20 November 2026 at 14:05 UTC" */
export function Moment({ atMs }: TimeProps) {
  const date = new Date(atMs);
  return <time datetime={date.toISOString()}>{moment.format(date)} UTC</time>;
}
