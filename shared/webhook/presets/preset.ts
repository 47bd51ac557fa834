/**
 * The parts of a caller's entry for one vendor, as an administrator would write them: scheme, handshake, map, lookup.
 * `{host}` stands for the company's own host, which the entry names as `host`. A preset is checked when an entry names
 * it, not before.
 */
export type Preset = Readonly<Record<string, unknown>>;
