import type { Benchmark } from "./benchmark.ts";
import { callsPerHire, measureWave, type Wave } from "./bulk/wave.ts";
import type { Row } from "./table.ts";

const latencyMs = 50;
/**
 * 400 hires of two calls take as long as 2,000 hires of eight calls would at 200 a second. A hire costs this machine,
 * which is platform, tables, engine and fleet, some 100 ms of its processors.
 */
const limit = 10;
const goal = 0.95;

export const benchmark: Benchmark = {
  name: "bulk",
  title: "Hires that come all at once, at a platform with a limit",
  async run({ progress, rounds }) {
    const hires = 100 * rounds(4);
    const few = hires / 8;
    const waves: { name: string; wave: Wave }[] = [];
    for (const { rateLimit, count } of [
      { rateLimit: limit, count: hires },
      { rateLimit: 0.9 * limit, count: few },
    ]) {
      progress(
        `${count} hires, rate limiter at ${rateLimit} of ${limit} calls a second`,
      );
      waves.push({
        name: `rate limiter at ${rateLimit}/s, ${count} hires`,
        wave: await measureWave({ hires: count, limit, rateLimit, latencyMs }),
      });
    }
    progress(`${few} hires without a rate limit`);
    waves.push({
      name: `no rate limit, ${few} hires`,
      wave: await measureWave({
        hires: few,
        limit,
        rateLimit: undefined,
        latencyMs,
      }),
    });

    const [set] = waves;
    if (!set) throw new Error("nothing was measured");
    const { wave } = set;
    const refusals = wave.refused / (wave.taken + wave.refused);
    const growthKb =
      (wave.heapAfterBytes - wave.heapHalfwayBytes) / 1_024 / (hires / 2);
    return {
      rows: waves.map(({ name, wave: one }) => rowOf(name, one)),
      verdicts: [
        {
          goal: `at least ${100 * goal} % of the limit used`,
          measured: `${(100 * wave.shareOfLimit).toFixed(1)} % with ${set.name} (${(100 * wave.shareInTheMiddle).toFixed(1)} % without the first and last tenth)`,
          isMet: wave.shareOfLimit >= goal,
        },
        {
          goal: "at most 5 % of the calls refused",
          measured: `${(100 * refusals).toFixed(1)} %`,
          isMet: refusals <= 0.05,
        },
        {
          goal: "flat memory: at most 5 KB more for each hire that is done",
          measured: `${growthKb.toFixed(1)} KB`,
          isMet: growthKb <= 5,
        },
        {
          goal: "every hire succeeds",
          measured: `${wave.succeeded} of ${hires}`,
          isMet: wave.succeeded === hires,
        },
      ],
      notes: [
        `Not 2,000 hires at 200 calls a second: platform, tables, engine and fleet share this machine, and are its limit there. What counts is the share of the limit, and that the wave is as long. A hire makes ${callsPerHire} calls; the limit is ${limit} a second, each call takes ${latencyMs} ms, two sandboxes work, and all hires begin at the same moment.`,
        "If the rate limiter runs at the platform's limit, each refused call reserves time for another attempt. docs/operating.md recommends a tenth less, which leaves room for other clients of the platform.",
        "The heap is that of a sandbox after a garbage collection, half of the hires done and all of them done.",
      ],
    };
  },
};

function rowOf(name: string, wave: Wave): Row {
  return {
    "how the limit is kept": name,
    "share of the limit %": 100 * wave.shareOfLimit,
    "without both ends %": 100 * wave.shareInTheMiddle,
    "calls/s": wave.taken / wave.seconds,
    taken: wave.taken,
    "429": wave.refused,
    seconds: wave.seconds,
    "heap halfway MB": wave.heapHalfwayBytes / 2 ** 20,
    "heap after MB": wave.heapAfterBytes / 2 ** 20,
    "CPU ms/hire": wave.cpuMsPerHire,
  };
}
