import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildBundles, bundleOf } from "../../infra/build/bundles.ts";
import type { Benchmark, Row, Verdict } from "./benchmark.ts";
import { bytesByPackage } from "./size/packages.ts";
import { textOf } from "./table.ts";

const goals = [
  {
    kind: "a receiver",
    pattern: /-receiver$|^operations-api$/,
    kilobytes: 340,
  },
  { kind: "a workflow", pattern: /-workflow$/, kilobytes: 480 },
  { kind: "the scheduler", pattern: /^scheduler-handler$/, kilobytes: 285 },
];

export const benchmark: Benchmark = {
  name: "size",
  title: "Bytes of each bundle, by package",
  run: async () => {
    const bundles = bytesByPackage(await buildBundles());
    const names = [...bundles.keys()];
    const packages = [
      ...new Set(
        [...bundles.values()].flatMap(({ parts }) => [...parts.keys()]),
      ),
    ];
    const kilobytes = (bundle: string, name: string) =>
      (bundles.get(bundle)?.parts.get(name) ?? 0) / 1000;
    const total = (bundle: string) => (bundles.get(bundle)?.bytes ?? 0) / 1000;
    const most = (name: string) =>
      Math.max(...names.map((bundle) => kilobytes(bundle, name)));

    const rows: Row[] = packages
      .toSorted((a, b) => most(b) - most(a))
      .map((name) => ({
        KB: name,
        ...Object.fromEntries(
          names.map((bundle) => [
            bundle,
            Number(kilobytes(bundle, name).toFixed(1)),
          ]),
        ),
      }));
    const totals = Object.fromEntries(
      names.map((bundle) => [bundle, Number(total(bundle).toFixed(1))]),
    );
    const verdicts = goals.map(
      ({ kind, pattern, kilobytes: most }): Verdict => {
        const largest = names
          .filter((name) => pattern.test(name))
          .reduce((one, other) => (total(other) > total(one) ? other : one));
        return {
          goal: `${kind} has at most ${most} KB`,
          measured: `${textOf(total(largest))} KB (${largest})`,
          isMet: total(largest) <= most,
        };
      },
    );
    const unexplained = Math.max(
      ...names.map(
        (bundle) =>
          total(bundle) -
          packages.reduce((sum, name) => sum + kilobytes(bundle, name), 0),
      ),
    );
    return {
      rows: [{ KB: "**all**", ...totals }, ...rows],
      verdicts: [
        ...verdicts,
        {
          goal: "every byte belongs to a package, but for 1 KB of esbuild's own",
          measured: `${textOf(unexplained)} KB at most belongs to none`,
          isMet: unexplained <= 1,
        },
      ],
      notes: [
        `A caller with the scheme \`jwt\` makes a receiver load a second file at its start, of ${textOf(statSync(join(dirname(bundleOf("events-receiver")), "verify-jwt.mjs")).size / 1000)} KB.`,
      ],
      chart: {
        title: "Size of the bundles, in kilobytes",
        description: verdicts
          .map((one) => `${one.goal}: ${one.measured}.`)
          .join(" "),
        unit: " KB",
        groups: [
          {
            label: "",
            bars: names.map((name) => ({
              label: name,
              kind: "ours",
              value: total(name),
            })),
          },
        ],
      },
    };
  },
};
