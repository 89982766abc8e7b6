import { digits } from "./numbers.ts";
import type { Table } from "./part-result.ts";

const WIDTH = 900;
const LABELS = 310;
const VALUES = 84;
const BAR = 20;
const STEP = 28;
const TOP = 92;

/**
 * Draws the rows of a table as a bar chart in SVG, shortest bar first. The scale is logarithmic because times differ by
 * factors of hundreds. The line at 1 is the reference.
 */
export function drawChart({ chart, rows }: Table): string {
  const bars = rows
    .filter(({ value }) => value !== undefined && Number.isFinite(value))
    .toSorted((a, b) => a.value! - b.value!);
  const least = Math.min(1, ...bars.map(({ value }) => value!));
  const most = Math.max(...bars.map(({ value }) => value!));
  const from = 10 ** Math.floor(Math.log10(least));
  const to = Math.max(most * 1.05, from * 10);
  const span = WIDTH - LABELS - VALUES;
  const place = (value: number) => LABELS + (span * Math.log(value / from)) / Math.log(to / from);
  const height = TOP + bars.length * STEP + 24;
  const bottom = TOP + bars.length * STEP;
  const grid: string[] = [];
  for (let power = from; power <= to; power *= 10) {
    const x = place(power).toFixed(1);
    const isOne = Math.abs(power - 1) < 1e-9;
    grid.push(
      `<line x1="${x}" y1="${TOP - 12}" x2="${x}" y2="${bottom}" stroke="${isOne ? "#57606a" : "#d8dee4"}" stroke-width="1"/>`,
      `<text x="${x}" y="${TOP - 18}" text-anchor="middle" fill="#57606a">${label(power)}</text>`,
    );
  }
  const drawn = bars.map(({ name, ours, value }, i) => {
    const y = TOP + i * STEP;
    const width = Math.max(1, place(value!) - LABELS).toFixed(1);
    const weight = ours ? ' font-weight="600"' : "";
    return (
      `<text x="${LABELS - 10}" y="${y + 14}" text-anchor="end" fill="#1f2328"${weight}>${escape(name)}</text>` +
      `<rect x="${LABELS}" y="${y}" width="${width}" height="${BAR}" rx="2" fill="${ours ? "#0969da" : "#afb8c1"}"/>` +
      `<text x="${(place(value!) + 6).toFixed(1)}" y="${y + 14}" fill="#1f2328"${weight}>${digits(value!)}×</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(chart!.title)}" font-family="-apple-system, Segoe UI, Helvetica, Arial, sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="16" y="28" font-size="17" font-weight="600" fill="#1f2328">${escape(chart!.title)}</text>
<text x="16" y="48" fill="#57606a">${escape(chart!.unit)}; shorter is better; logarithmic scale</text>
${grid.join("\n")}
${drawn.join("\n")}
</svg>
`;
}

function label(power: number): string {
  return power >= 1 ? `${power}×` : `${power.toPrecision(1)}×`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
