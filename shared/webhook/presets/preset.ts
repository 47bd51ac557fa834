/**
 * The parts of a caller's entry for one vendor, as an administrator would write them: scheme, handshake, map, lookup.
 * `{host}` stands for the company's own host, which the entry names as `host`. A preset is checked when an entry names
 * it, not before.
 */
export type Preset = Readonly<Record<string, unknown>>;

/** A date as most vendors write it. */
export const dateAt = (from: string) => ({ from, date: "YYYY-MM-DD" });

/** A hire, or nothing without this e-mail address. If the reader may not see the address, the event is refused. */
export const hiredWith = (email: { from: string }) => ({
  ...email,
  required: true,
  values: { "": null },
  otherwise: "employee.hired",
});

/** An end, if the last day is today or later. Without a last day, or after it, the record says `otherwise`. */
export const endedOn = (lastDay: { from: string }, otherwise: unknown) => ({
  ...lastDay,
  values: { today: "employee.terminated", future: "employee.terminated" },
  otherwise,
});
