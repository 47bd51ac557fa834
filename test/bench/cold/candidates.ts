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
} from "../express/build-express.ts";
import { type UseCase, useCases } from "./use-cases.ts";
import type { ColdStarts } from "./cold-starts.ts";
import type { Sandbox } from "./start-lambda.ts";

export type ReceiverCandidate = {
  name: string;
  kind: Kind;
  useCase: UseCase;
  sandbox: Sandbox;
  kilobytes: number;
};

export const floor = "empty handler";

/** The functions that answer requests, by use case. */
export const receivers: Record<UseCase, string> = {
  onboarding: "onboarding-receiver",
  offboarding: "offboarding-receiver",
  "status-relay": "status-relay-receiver",
  operations: "operations-api",
  events: "events-receiver",
};

/** The name of the peer for the same use case. The peer knows no URL for events of every type: it takes the hire. */
export function peerOf(useCase: UseCase): string {
  return `Express, ${useCase === "events" ? "onboarding" : useCase}`;
}

/** An entry whose scheme needs jose, so that a start loads it. The measured request is of another caller. */
const jwtCaller = {
  "bench-jwt": {
    scheme: "jwt",
    issuer: "https://issuer.example.com",
    audience: "bench",
    jwksUrl: "https://issuer.example.com/keys",
    claims: { sub: "bench" },
    scopes: ["onboard"],
  },
};

/** The floor, the receivers, and for each the same job in Express. */
export async function receiverCandidates(
  coldStarts: ColdStarts,
): Promise<ReceiverCandidate[]> {
  await buildExpress();
  const { environment } = coldStarts;
  return [
    ...(await floorCandidates(coldStarts)),
    ...useCases.map((useCase) =>
      candidate(
        receivers[useCase],
        "ours",
        useCase,
        coldStarts.sandboxOf(receivers[useCase]),
      ),
    ),
    ...useCases
      .filter((useCase) => useCase !== "events")
      .map((useCase) =>
        candidate(peerOf(useCase), "peer", useCase, {
          bundle: expressBundle,
          environment,
        }),
      ),
  ];
}

/** A receiver that loads jose at its start, because a caller has the scheme `jwt`. */
export function jwtCandidate(coldStarts: ColdStarts): ReceiverCandidate {
  return candidate("events-receiver, a jwt caller", "ours", "events", {
    ...coldStarts.sandboxOf(receivers.events),
    callers: jwtCaller,
  });
}

export async function floorCandidates({
  environment,
}: ColdStarts): Promise<ReceiverCandidate[]> {
  await buildFloor();
  return [
    candidate(floor, "floor", "onboarding", {
      bundle: emptyBundle,
      environment,
    }),
  ];
}

/** Candidates that show where the time of a receiver goes, and the peer with the SDK of the runtime. */
export function partCandidates({
  environment,
}: ColdStarts): ReceiverCandidate[] {
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
  useCase: UseCase,
  sandbox: Sandbox,
): ReceiverCandidate {
  const kilobytes = statSync(sandbox.bundle).size / 1000;
  return { name, kind, useCase, sandbox, kilobytes };
}
