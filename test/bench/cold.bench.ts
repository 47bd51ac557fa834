import type { Benchmark, Row, Verdict } from "./benchmark.ts";
import { useCases } from "./cold/use-cases.ts";
import {
  receiverCandidates,
  receivers,
  jwtCandidate,
  floor,
  partCandidates,
  peerOf,
} from "./cold/candidates.ts";
import { startColdStarts, type ColdStart } from "./cold/cold-starts.ts";
import { measureInModes } from "./cold/measure-in-modes.ts";
import {
  deployedMbOf,
  modeNameOf,
  sizesOf,
  unthrottled,
  withModes,
} from "./cold/modes.ts";
import { usesUndici } from "./cold/modules.ts";
import { textOf } from "./table.ts";

const mostOverFloor = 4.2;
/** A sender waits for the deployed size. Without a limit, what both sides load weighs more. */
const leastOverPeer = { deployed: 3, unthrottled: 1.9 };
const deployed = modeNameOf(deployedMbOf("onboarding-receiver"));
/** Of the first request, at the deployed size. */
const mostFirstMs = 30;

export const benchmark: Benchmark = {
  name: "cold",
  title: "Cold start of the receivers",
  run: ({ rounds, progress }) =>
    withModes(sizesOf("onboarding-receiver"), async ({ all: modes, notes }) => {
      const coldStarts = await startColdStarts();
      const candidates = [
        ...(await receiverCandidates(coldStarts)),
        jwtCandidate(coldStarts),
        ...partCandidates(coldStarts),
      ];
      const measured = await measureInModes(
        modes,
        candidates.map(({ name, sandbox, useCase }) => ({
          name,
          measure: (throttle) =>
            coldStarts.sendRequest(sandbox, useCase, { throttle, times: 2 }),
        })),
        { rounds: rounds(7), progress },
      );
      await coldStarts.close();

      const overFloor = (mode: string, name: string) =>
        measured.ratio(mode, name, floor, ({ readyMs }) => readyMs);
      const judged = modes.filter(({ name }) =>
        [unthrottled.name, deployed].includes(name),
      );
      const startVerdicts = judged.flatMap(({ name: mode }): Verdict[] => {
        const overPeer =
          leastOverPeer[mode === deployed ? "deployed" : "unthrottled"];
        const floors = useCases.map((useCase) => ({
          receiver: receivers[useCase],
          ratio: overFloor(mode, receivers[useCase]).median,
        }));
        const peers = useCases.map((useCase) => ({
          receiver: receivers[useCase],
          ratio: measured.ratio(
            mode,
            peerOf(useCase),
            receivers[useCase],
            ({ readyMs }) => readyMs,
          ).median,
        }));
        const worst = floors.toSorted((a, b) => b.ratio - a.ratio)[0];
        const least = peers.toSorted((a, b) => a.ratio - b.ratio)[0];
        return worst && least
          ? [
              {
                goal: `${mode}: at most ${mostOverFloor} x the empty handler`,
                measured: `${textOf(worst.ratio)} x at most (${worst.receiver})`,
                isMet: worst.ratio <= mostOverFloor,
              },
              {
                goal: `${mode}: at least ${overPeer} x faster than Express`,
                measured: `${textOf(least.ratio)} x at least (${least.receiver})`,
                isMet: least.ratio >= overPeer,
              },
            ]
          : [];
      });
      const { name: mode } = judged.at(-1) ?? unthrottled;
      const slowest = useCases
        .map((useCase) => ({
          receiver: receivers[useCase],
          ms: measured.median(
            mode,
            receivers[useCase],
            ({ invokeMs }) => invokeMs,
          ),
        }))
        .toSorted((a, b) => b.ms - a.ms)[0];
      const late = useCases.filter(
        (useCase) =>
          usesUndici(measured.samples(mode, receivers[useCase])) ===
          "while answering",
      );
      const verdicts = [
        ...startVerdicts,
        {
          goal: `${mode}: the first request in at most ${mostFirstMs} ms`,
          measured: `${textOf(slowest?.ms ?? NaN)} ms at most (${slowest?.receiver})`,
          isMet: (slowest?.ms ?? NaN) <= mostFirstMs,
        },
        {
          goal: "undici is not loaded while a request waits",
          measured: late.length === 0 ? "by none" : `by ${late.join(", ")}`,
          isMet: late.length === 0,
        },
      ];

      const rows = modes.flatMap(({ name: mode }) =>
        candidates.map(({ name, kilobytes }): Row => {
          const median = (figure: (run: ColdStart) => number) =>
            measured.median(mode, name, figure);
          const ratio = overFloor(mode, name);
          return {
            processor: mode,
            candidate: name,
            KB: Math.round(kilobytes),
            "start ms": median(({ initMs }) => initMs),
            "first request ms": median(({ invokeMs }) => invokeMs),
            "second ms": median(
              ({ invocations: [, second] }) => second?.durationMs ?? NaN,
            ),
            "ready ms": median(({ readyMs }) => readyMs),
            "x floor": ratio.median,
            quartiles: `${textOf(ratio.q1)}-${textOf(ratio.q3)}`,
            "CPU ms": median(({ cpuMs }) => cpuMs),
            "CPU x floor": measured.ratio(
              mode,
              name,
              floor,
              ({ cpuMs }) => cpuMs,
            ).median,
            undici: usesUndici(measured.samples(mode, name)),
          };
        }),
      );
      return {
        rows,
        verdicts,
        notes: [
          ...notes,
          "Ready is from the start of the process to the first answer; x floor is the median of the ratios to the empty handler of the same round.",
          "Each process answers two requests with a valid signature. A server takes its requests to DynamoDB, Secrets Manager and Lambda over HTTP, and answers them at once with the recorded answers of the local parts.",
          `${deployed} is the deployed size. What comes before the first event has whole processors, an invocation its share of one: 0.29 of one at 512 MB (CFS quota of 5.79 in 20 ms), 0.58 at 1,024 MB.`,
          "`events-receiver, a jwt caller` loads jose at its start, because a caller in the secret has the scheme `jwt`; the measured request is of another caller.",
          "The Express peer of events-receiver is that of onboarding: the same hire.",
        ],
        chart: {
          title: "Cold start of a receiver, as a multiple of an empty handler",
          description: verdicts
            .map((one) => `${one.goal}: ${one.measured}.`)
            .join(" "),
          unit: " x",
          line: { value: mostOverFloor, label: `goal: ${mostOverFloor} x` },
          groups: modes.map(({ name: mode }) => ({
            label: mode,
            bars: candidates.map(({ name, kind }) => ({
              label: name,
              kind,
              value: overFloor(mode, name).median,
            })),
          })),
        },
      };
    }),
};
