import { buildBundles } from "../../infra/build/bundles.ts";
import type { Benchmark, Row } from "./benchmark.ts";
import { bytesByPackage } from "./size/packages.ts";
import { textOf } from "./table.ts";

const mostKilobytes = 240;
const receiverPattern = /-receiver$|^operations-api$/;

export const benchmark: Benchmark = {
  name: "size",
  title: "Bytes of each bundle, by package",
  goal: `Every byte belongs to a package in the table; a receiver has at most ${mostKilobytes} KB`,
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
    const receivers = names.filter((name) => receiverPattern.test(name));
    const largest = receivers.reduce((one, other) =>
      total(other) > total(one) ? other : one,
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
        {
          goal: `a receiver has at most ${mostKilobytes} KB`,
          measured: `${textOf(total(largest))} KB (${largest})`,
          isMet: total(largest) <= mostKilobytes,
        },
        {
          goal: "every byte belongs to a package, but for 1 KB of esbuild's own",
          measured: `${textOf(unexplained)} KB at most belongs to none`,
          isMet: unexplained <= 1,
        },
      ],
      chart: {
        title: "Size of the bundles, in kilobytes",
        description: `The largest receiver has ${textOf(total(largest))} KB.`,
        unit: " KB",
        line: {
          value: mostKilobytes,
          label: `goal for receivers: ${mostKilobytes} KB`,
        },
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
