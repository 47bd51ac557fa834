import type { JournalEntry } from "../../../infra/local/platform/http/journal.ts";
import { play } from "./run-scenario.ts";
import type { Stage } from "./environment.ts";
import type { Story } from "./scenarios.ts";
import type { FaultTarget } from "./fault-cases.ts";
import { writesOf } from "./writes.ts";

/** What a story comes to when the fault is fine: the measure of all that is not. */
export type Calm = {
  story: Story;
  /** Every request that it makes. */
  places: readonly FaultTarget[];
  /** Every change that it makes, sorted. */
  writes: readonly string[];
};

export async function playCalm(stage: Stage, story: Story): Promise<Calm> {
  await play(stage, story, () => undefined);
  const played = stage.played();
  return { story, places: placesOf(played), writes: writesOf(played) };
}

function placesOf(played: readonly JournalEntry[]): FaultTarget[] {
  const before = new Map<string, (number | undefined)[]>();
  return played.map(({ method, path, status }) => {
    const route = `${method} ${path}`;
    const statuses = before.get(route) ?? [];
    before.set(route, [...statuses, status]);
    const isSignedAnew = statuses.at(-1) === 401;
    return { method, path, skip: statuses.length, isSignedAnew };
  });
}
