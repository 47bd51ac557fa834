import type { Benchmark } from "./benchmark.ts";
import { type Cost, openWorld, type Work, works } from "./growth/world.ts";
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
    const worlds = [];
    for (const size of sizes) {
      progress(`a company of ${size}`);
      worlds.push({ size, world: await openWorld(size) });
    }
    const measured = await interleave(
      worlds.map(({ size, world }) => ({
        name: String(size),
        measure: () => world.live(),
      })),
      { rounds: rounds(15), warmUps: 3, progress },
    );
    for (const { world } of worlds) await world.close();

    const [from, to] = sizes.map(String);
    if (from === undefined || to === undefined) throw new Error("no sizes");
    const median = (size: string, work: Work, of: keyof Cost) =>
      measured.summary(size, (life) => life[work][of]).median;
    const ratio = (work: Work, of: keyof Cost) =>
      measured.ratio(to, from, (life) => life[work][of]).median;
    const people = (size: string) => Number(size).toLocaleString("en");
    const worst = Math.max(...works.map((work) => ratio(work, "cpuMs")));
    const slowest = Math.max(...works.map((work) => ratio(work, "ms")));
    const more = works.filter((work) => ratio(work, "requests") !== 1);
    return {
      rows: works.flatMap((work) =>
        sizes.map(String).map((size) => ({
          operation: work,
          people: people(size),
          requests: median(size, work, "requests"),
          ms: median(size, work, "ms"),
          "CPU ms": median(size, work, "cpuMs"),
          ...(size === to && {
            "x requests": ratio(work, "requests"),
            "x ms": ratio(work, "ms"),
            "x CPU": ratio(work, "cpuMs"),
          }),
        })),
      ),
      chart: {
        title: `Time of one operation, by how many people there are`,
        description: `The time of an onboarding, a status and an offboarding in a company of ${people(from)} and of ${people(to)}.`,
        unit: " ms",
        groups: works.map((work) => ({
          label: work,
          bars: sizes.map(String).map((size) => ({
            label: `${people(size)} people`,
            kind: "ours" as const,
            value: median(size, work, "ms"),
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
        "Platform and tables have no latency here, so that what grows is seen. The time has theirs in it: DynamoDB here is a LevelDB in a folder.",
        "A million: the same requests, for each reads and writes items by their key, and the index queries have a limit. docs/performance.md has the arithmetic.",
      ],
    };
  },
};
