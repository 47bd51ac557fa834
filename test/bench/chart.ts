import type { Chart, Kind } from "./benchmark.ts";
import { textOf } from "./table.ts";

const width = 760;
const barsFrom = 250;
const barsWide = 400;
const rowHeight = 26;

const names: Record<Kind, string> = {
  ours: "this project",
  floor: "floor",
  peer: "alternative",
};

/** Two sets of colours, each of enough contrast; who sees no colours reads the labels. */
const style = `
    svg { font: 13px system-ui, sans-serif; --text: #1f2328; --faint: #59636e; --back: #fff; --rule: #d1d9e0; --ours: #0969da; --floor: #818b98; --peer: #bc4c00; --goal: #1a7f37 }
    @media (prefers-color-scheme: dark) { svg { --text: #f0f6fc; --faint: #9198a1; --back: #0d1117; --rule: #3d444d; --ours: #4493f8; --floor: #9198a1; --peer: #db6d28; --goal: #3fb950 } }
    text { fill: var(--text); paint-order: stroke; stroke: var(--back); stroke-width: 4px; stroke-linejoin: round } .faint { fill: var(--faint) } .heading { font-size: 15px; font-weight: 600 } .group { font-weight: 600 }
    .ours { fill: var(--ours) } .floor { fill: var(--floor) } .peer { fill: var(--peer) }
    .goal { stroke: var(--goal); stroke-width: 2; stroke-dasharray: 4 3 } .goal-text { fill: var(--goal) } .rule { stroke: var(--rule) }`;

/** A bar chart as a picture of its own: no script, no font of its own, light and dark. */
export function chartOf(chart: Chart): string {
  const { title, description, unit, groups, line } = chart;
  const values = groups.flatMap((group) =>
    group.bars.map(({ value }) => value),
  );
  const most = Math.max(...values, line?.value ?? 0, Number.MIN_VALUE);
  const lengthOf = (value: number) =>
    Number(((Math.max(0, value) / most) * barsWide).toFixed(1));

  // In this order, so that a text is never behind the line.
  const bars: string[] = [];
  const lines: string[] = [];
  const texts: string[] = [];
  let y = 64;
  const top = y - 6;
  for (const { label, bars: shown } of groups) {
    if (label !== "") {
      texts.push(
        `<text class="group" x="16" y="${y + 14}">${escapeXml(label)}</text>`,
      );
      y += rowHeight;
    }
    for (const bar of shown) {
      const text = bar.text ?? `${textOf(bar.value)}${unit}`;
      const long = lengthOf(bar.value);
      bars.push(
        `<rect class="${bar.kind}" x="${barsFrom}" y="${y + 1}" width="${Math.max(1, long)}" height="18" rx="3"/>`,
      );
      texts.push(
        `<text x="${barsFrom - 10}" y="${y + 14}" text-anchor="end">${escapeXml(bar.label)}</text>`,
        `<text x="${barsFrom + long + 8}" y="${y + 14}">${escapeXml(text)}</text>`,
      );
      y += rowHeight;
    }
    y += 8;
  }
  const bottom = y - 6;
  lines.push(
    `<line class="rule" x1="${barsFrom}" y1="${top}" x2="${barsFrom}" y2="${bottom}"/>`,
  );
  if (line) {
    const x = barsFrom + lengthOf(line.value);
    const isRight = x > width / 2;
    lines.push(
      `<line class="goal" x1="${x}" y1="${top}" x2="${x}" y2="${bottom}"/>`,
    );
    texts.push(
      `<text class="goal-text" x="${x}" y="${bottom + 16}" text-anchor="${isRight ? "end" : "start"}">${escapeXml(line.label)}</text>`,
    );
    y += 18;
  }
  const height = y + 6;
  const kinds = groups.flatMap((group) => group.bars.map(({ kind }) => kind));
  const legend = legendOf([...new Set(kinds)]);

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">${escapeXml(title)}</title>
  <desc id="description">${escapeXml(description)}</desc>
  <style>${style}
  </style>
  <rect width="${width}" height="${height}" style="fill: var(--back)"/>
  <text class="heading" x="16" y="26">${escapeXml(title)}</text>
  ${[...legend, ...bars, ...lines, ...texts].join("\n  ")}
</svg>
`;
}

function legendOf(kinds: Kind[]): string[] {
  let x = 16;
  return kinds.map((kind) => {
    const at = x;
    x += 34 + names[kind].length * 7;
    return `<rect class="${kind}" x="${at}" y="36" width="12" height="12" rx="2"/><text class="faint" x="${at + 17}" y="46">${names[kind]}</text>`;
  });
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
