import type { Benchmark } from "./benchmark.ts";
import {
  type Cost,
  startGrowth,
  type UseCase,
  useCases,
} from "./growth/growth.ts";
import { interleave } from "./interleave.ts";

const small = 1_000;
const large = 100_000;

export const benchmark: Benchmark = {
  name: "growth",
  title: "One operation in a company of a thousand and of a hundred thousand",
  goal: "as many requests, and as much time: no scan on any hot path",
  async run({ progress, rounds }) {
    // A trial need not wait for the large table to be written.
    const isWhole = rounds(15) === 15;
    const sizes = [small, isWhole ? large : 10 * small];
    const growths = [];
    for (const size of sizes) {
      progress(`a company of ${size}`);
      growths.push({ size, growth: await startGrowth(size) });
    }
    const measured = await interleave(
      growths.map(({ size, growth }) => ({
        name: String(size),
        measure: () => growth.measureLifetime(),
      })),
      { rounds: rounds(15), warmUps: 3, progress },
    );
    for (const { growth } of growths) await growth.close();

    const [from, to] = sizes.map(String);
    if (from === undefined || to === undefined) throw new Error("no sizes");
    const median = (size: string, useCase: UseCase, of: keyof Cost) =>
      measured.summary(size, (life) => life[useCase][of]).median;
    const ratio = (useCase: UseCase, of: keyof Cost) =>
      measured.ratio(to, from, (life) => life[useCase][of]).median;
    const people = (size: string) => Number(size).toLocaleString("en");
    const worst = Math.max(
      ...useCases.map((useCase) => ratio(useCase, "cpuMs")),
    );
    const slowest = Math.max(
      ...useCases.map((useCase) => ratio(useCase, "ms")),
    );
    const more = useCases.filter((useCase) => ratio(useCase, "requests") !== 1);
    return {
      rows: useCases.flatMap((useCase) =>
        sizes.map(String).map((size) => ({
          operation: useCase,
          people: people(size),
          requests: median(size, useCase, "requests"),
          ms: median(size, useCase, "ms"),
          "CPU ms": median(size, useCase, "cpuMs"),
          ...(size === to && {
            "x requests": ratio(useCase, "requests"),
            "x ms": ratio(useCase, "ms"),
            "x CPU": ratio(useCase, "cpuMs"),
          }),
        })),
      ),
      chart: {
        title: `Time of one operation, by how many people there are`,
        description: `The time of an onboarding, a status and an offboarding in a company of ${people(from)} and of ${people(to)}.`,
        unit: " ms",
        groups: useCases.map((useCase) => ({
          label: useCase,
          bars: sizes.map(String).map((size) => ({
            label: `${people(size)} people`,
            kind: "ours" as const,
            value: median(size, useCase, "ms"),
          })),
        })),
      },
      verdicts: [
        {
          goal: "not one request more",
          measured: more.length === 0 ? "the same" : more.join(", "),
          isMet: more.length === 0,
        },
        {
          goal: "flat: at most 1.15 x the processor time",
          measured: `${worst.toFixed(2)} x the processor time, ${slowest.toFixed(2)} x the time`,
          isMet: worst <= 1.15,
        },
      ],
      notes: [
        "Platform and tables have no latency here, so that a growth is visible. The time includes their own work: DynamoDB is a LevelDB in a folder here.",
        "With a million people, an operation makes the same requests: each one reads or writes an item by its key, or is an index query with a limit. docs/performance.md has the arithmetic.",
      ],
    };
  },
};
