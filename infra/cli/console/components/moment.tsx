import { describeDuration } from "../words/durations.ts";

const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** "20 Nov 2026, 14:05", in UTC. */
export function Moment({ at }: { at: string }) {
  return <time datetime={at}>{moment.format(new Date(at))}</time>;
}

/** "20 Nov 2026, 14:05 (3 h ago)" or "(in 3 h)". */
export function MomentFromNow({ at, nowMs }: { at: string; nowMs: number }) {
  const ms = Date.parse(at) - nowMs;
  const distance = describeDuration(Math.abs(ms));
  return (
    <>
      <Moment at={at} />{" "}
      <span class="muted">
        ({ms > 0 ? `in ${distance}` : `${distance} ago`})
      </span>
    </>
  );
}
