import type { Benchmark, Row } from "./benchmark.ts";
import { useCases } from "./cold/use-cases.ts";
import { receiverCandidates, receivers, peerOf } from "./cold/candidates.ts";
import { startColdStarts } from "./cold/cold-starts.ts";
import { usesUndici } from "./cold/modules.ts";
import { withModes } from "./cold/modes.ts";
import { interleave } from "./interleave.ts";
import { textOf } from "./table.ts";

const mostMs = 20;

export const benchmark: Benchmark = {
  name: "first-invoke",
  title: "The first request after start-up, in a small function",
  goal: `At 512 MB at most ${mostMs} ms, and undici is not loaded for it`,
  run: ({ rounds, progress }) =>
    withModes(async ({ small, notes }) => {
      if (!small) return skipped(notes);
      const coldStarts = await startColdStarts();
      const candidates = (await receiverCandidates(coldStarts)).filter(
        ({ kind, name }) => kind !== "peer" || name === peerOf("onboarding"),
      );
      const measured = await interleave(
        candidates.map(({ name, sandbox, useCase }) => ({
          name,
          measure: () =>
            coldStarts.answerIn(sandbox, useCase, {
              throttle: small.throttle,
              invocations: 2,
            }),
        })),
        { rounds: rounds(11), progress },
      );
      await coldStarts.close();

      const firstMs = (name: string) =>
        measured.summary(name, ({ invokeMs }) => invokeMs);
      const worst = useCases
        .map((useCase) => ({
          receiver: receivers[useCase],
          ms: firstMs(receivers[useCase]).median,
        }))
        .reduce((one, other) => (other.ms > one.ms ? other : one));
      const late = useCases.filter(
        (useCase) =>
          usesUndici(measured.samples(receivers[useCase])) ===
          "while answering",
      );
      return {
        rows: candidates.map(({ name }): Row => {
          const first = firstMs(name);
          return {
            candidate: name,
            "first ms": first.median,
            quartiles: `${textOf(first.q1)}-${textOf(first.q3)}`,
            "of it CPU ms": measured.summary(
              name,
              ({ invocations: [one] }) => one?.cpuMs ?? NaN,
            ).median,
            "second ms": measured.summary(
              name,
              ({ invocations: [, two] }) => two?.durationMs ?? NaN,
            ).median,
            "modules of Node loaded for it": measured.summary(
              name,
              ({ modulesLater }) => modulesLater.length,
            ).median,
            undici: usesUndici(measured.samples(name)),
          };
        }),
        verdicts: [
          {
            goal: `at most ${mostMs} ms`,
            measured: `${textOf(worst.ms)} ms at most (${worst.receiver})`,
            isMet: worst.ms <= mostMs,
          },
          {
            goal: "undici is not loaded while a request waits",
            measured: late.length === 0 ? "by none" : `by ${late.join(", ")}`,
            isMet: late.length === 0,
          },
        ],
        chart: {
          title: "The first request at 512 MB, in milliseconds",
          description: `The slowest receiver takes ${textOf(worst.ms)} ms.`,
          unit: " ms",
          line: { value: mostMs, label: `goal: ${mostMs} ms` },
          groups: [
            {
              label: "",
              bars: candidates.map(({ name, kind }) => ({
                label: name,
                kind,
                value: firstMs(name).median,
              })),
            },
          ],
        },
      };
    }),
};

function skipped(notes: string[]) {
  return {
    rows: [],
    verdicts: [],
    notes,
    chart: { title: "", description: "", unit: "", groups: [] },
  };
}
