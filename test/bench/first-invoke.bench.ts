import type { Benchmark, Row } from "./benchmark.ts";
import { useCases } from "./cold/use-cases.ts";
import {
  jwtCandidate,
  peerOf,
  receiverCandidates,
  receivers,
} from "./cold/candidates.ts";
import { startColdStarts } from "./cold/cold-starts.ts";
import { measureInModes } from "./cold/measure-in-modes.ts";
import { usesUndici } from "./cold/modules.ts";
import { deployedMbOf, modeNameOf, sizesOf, withModes } from "./cold/modes.ts";
import { textOf } from "./table.ts";
import { skipped } from "./skipped.ts";

const mostMs = new Map([
  [modeNameOf(512), 30],
  [modeNameOf(1_024), 15],
]);
const deployed = deployedMbOf("onboarding-receiver");
const sizes = [...new Set([...sizesOf("onboarding-receiver"), 1_024])];

export const benchmark: Benchmark = {
  name: "first-invoke",
  title: "The first request after start-up",
  goal: `${[...mostMs].map(([mode, ms]) => `at ${mode} at most ${ms} ms`).join(", ")}, and undici is not loaded for it`,
  run: ({ rounds, progress }) =>
    withModes(sizes, async ({ sized: modes, notes }) => {
      if (modes.length === 0) return skipped(notes);
      const coldStarts = await startColdStarts();
      const candidates = [
        ...(await receiverCandidates(coldStarts)).filter(
          ({ kind, name }) => kind !== "peer" || name === peerOf("onboarding"),
        ),
        jwtCandidate(coldStarts),
      ];
      const measured = await measureInModes(
        modes,
        candidates.map(({ name, sandbox, useCase }) => ({
          name,
          measure: (throttle) =>
            coldStarts.answerIn(sandbox, useCase, { throttle, invocations: 2 }),
        })),
        { rounds: rounds(9), progress },
      );
      await coldStarts.close();

      const firstMs = (mode: string, name: string) =>
        measured.median(mode, name, ({ invokeMs }) => invokeMs);
      const verdicts = modes.flatMap(({ name: mode }) => {
        const most = mostMs.get(mode);
        if (most === undefined) return [];
        const worst = useCases
          .map((useCase) => ({
            receiver: receivers[useCase],
            ms: firstMs(mode, receivers[useCase]),
          }))
          .reduce((one, other) => (other.ms > one.ms ? other : one));
        return {
          goal: `${mode}: at most ${most} ms`,
          measured: `${textOf(worst.ms)} ms at most (${worst.receiver})`,
          isMet: worst.ms <= most,
        };
      });
      const late = useCases.filter((useCase) =>
        modes.some(
          ({ name: mode }) =>
            usesUndici(measured.samples(mode, receivers[useCase])) ===
            "while answering",
        ),
      );
      return {
        rows: modes.flatMap(({ name: mode }) =>
          candidates.map(({ name }): Row => {
            const first = measured.summary(
              mode,
              name,
              ({ invokeMs }) => invokeMs,
            );
            return {
              memory: mode,
              candidate: name,
              "first ms": first.median,
              quartiles: `${textOf(first.q1)}-${textOf(first.q3)}`,
              "of it CPU ms": measured.median(
                mode,
                name,
                ({ invocations: [one] }) => one?.cpuMs ?? NaN,
              ),
              "second ms": measured.median(
                mode,
                name,
                ({ invocations: [, two] }) => two?.durationMs ?? NaN,
              ),
              "modules of Node loaded for it": measured.median(
                mode,
                name,
                ({ modulesLater }) => modulesLater.length,
              ),
              undici: usesUndici(measured.samples(mode, name)),
            };
          }),
        ),
        verdicts: [
          ...verdicts,
          {
            goal: "undici is not loaded while a request waits",
            measured: late.length === 0 ? "by none" : `by ${late.join(", ")}`,
            isMet: late.length === 0,
          },
        ],
        notes: [
          ...notes,
          `${modeNameOf(deployed)} is the deployed size.`,
          "`events-receiver, a jwt caller` has loaded jose at its start; the measured requests are of another caller.",
        ],
        chart: {
          title: "The first request, in milliseconds",
          description: verdicts
            .map((one) => `${one.goal}: ${one.measured}.`)
            .join(" "),
          unit: " ms",
          groups: modes.map(({ name: mode }) => ({
            label: mode,
            bars: candidates.map(({ name, kind }) => ({
              label: name,
              kind,
              value: firstMs(mode, name),
            })),
          })),
        },
      };
    }),
};
