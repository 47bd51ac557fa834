import { statSync } from "node:fs";
import type { Kind } from "../benchmark.ts";
import {
  buildFloor,
  emptyBundle,
  threeClientsBundle,
  twoClientsBundle,
} from "../floor/build-floor.ts";
import {
  buildExpress,
  expressBundle,
  expressWithRuntimeSdk,
} from "../peers/build-peers.ts";
import { type Act, acts } from "./acts.ts";
import type { Ground } from "./ground.ts";
import type { Sandbox } from "./spawn-lambda.ts";

export type DoorCandidate = {
  name: string;
  kind: Kind;
  act: Act;
  sandbox: Sandbox;
  kilobytes: number;
};

export const floor = "empty handler";

/** The functions that answer requests, by what is asked of them. */
export const doors: Record<Act, string> = {
  onboarding: "onboarding-door",
  offboarding: "offboarding-door",
  "status-relay": "status-relay-door",
  operations: "operations-api",
};

/** What the peer is called that does the same. */
export function peerOf(act: Act): string {
  return `Express, ${act}`;
}

/** The floor, the doors, and for each the same job in Express. */
export async function doorCandidates(ground: Ground): Promise<DoorCandidate[]> {
  await buildExpress();
  const { environment } = ground;
  return [
    ...(await floorCandidates(ground)),
    ...acts.map((act) =>
      candidate(doors[act], "ours", act, ground.sandboxOf(doors[act])),
    ),
    ...acts.map((act) =>
      candidate(peerOf(act), "peer", act, {
        bundle: expressBundle,
        environment,
      }),
    ),
  ];
}

export async function floorCandidates({
  environment,
}: Ground): Promise<DoorCandidate[]> {
  await buildFloor();
  return [
    candidate(floor, "floor", "onboarding", {
      bundle: emptyBundle,
      environment,
    }),
  ];
}

/** What shows where the time of a door goes, and what the peer would be with the SDK that the runtime brings. */
export function partCandidates({ environment }: Ground): DoorCandidate[] {
  const part = (name: string, kind: Kind, bundle: string) =>
    candidate(name, kind, "onboarding", { bundle, environment });
  return [
    part("two SDK clients alone", "floor", twoClientsBundle),
    part("three SDK clients alone", "floor", threeClientsBundle),
    part("Express, SDK of the runtime", "peer", expressWithRuntimeSdk),
  ];
}

function candidate(
  name: string,
  kind: Kind,
  act: Act,
  sandbox: Sandbox,
): DoorCandidate {
  const kilobytes = statSync(sandbox.bundle).size / 1000;
  return { name, kind, act, sandbox, kilobytes };
}
