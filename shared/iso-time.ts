/** A time as interfaces show it: ISO 8601 in UTC. An absent one stays absent. */
export function isoTimeOf(atMs: number): string;
export function isoTimeOf(atMs: number | undefined): string | undefined;
export function isoTimeOf(atMs: number | undefined): string | undefined {
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}
