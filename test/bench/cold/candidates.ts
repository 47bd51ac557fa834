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

export type ReceiverCandidate = {
  name: string;
  kind: Kind;
  act: Act;
  sandbox: Sandbox;
  kilobytes: number;
};

export const floor = "empty handler";

/** The functions that answer requests, by what is asked of them. */
export const receivers: Record<Act, string> = {
  onboarding: "onboarding-receiver",
  offboarding: "offboarding-receiver",
  "status-relay": "status-relay-receiver",
  operations: "operations-api",
};

/** What the peer is called that does the same. */
export function peerOf(act: Act): string {
  return `Express, ${act}`;
}

/** The floor, the receivers, and for each the same job in Express. */
export async function receiverCandidates(
  ground: Ground,
): Promise<ReceiverCandidate[]> {
  await buildExpress();
  const { environment } = ground;
  return [
    ...(await floorCandidates(ground)),
    ...acts.map((act) =>
      candidate(receivers[act], "ours", act, ground.sandboxOf(receivers[act])),
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
}: Ground): Promise<ReceiverCandidate[]> {
  await buildFloor();
  return [
    candidate(floor, "floor", "onboarding", {
      bundle: emptyBundle,
      environment,
    }),
  ];
}

/** What shows where the time of a receiver goes, and what the peer would be with the SDK that the runtime brings. */
export function partCandidates({ environment }: Ground): ReceiverCandidate[] {
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
): ReceiverCandidate {
  const kilobytes = statSync(sandbox.bundle).size / 1000;
  return { name, kind, act, sandbox, kilobytes };
}
