import { escape } from "./chart.ts";
import { duration } from "./numbers.ts";
import type { Plot } from "./part-result.ts";

const WIDTH = 900;
const HEIGHT = 560;
const LEFT = 70;
const RIGHT = 300;
const TOP = 84;
const BOTTOM = 56;
const COLORS = ["#0969da", "#1a7f37", "#bf3989", "#9a6700", "#8250df", "#cf222e", "#1b7c83", "#57606a"];
/** Smallest vertical distance between two line labels, in pixels. */
const MIN_LABEL_DISTANCE = 17;

/** Draws a line chart as SVG, with two logarithmic axes. The slope of the dashed line is linear growth. */
export function drawPlot({ title, across, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points);
  const sizes = scaleOf(
    points.map(([size]) => size),
    LEFT,
    WIDTH - RIGHT,
  );
  const times = scaleOf(
    points.map(([, time]) => time),
    HEIGHT - BOTTOM,
    TOP,
  );
  const grid = [
    ...sizes.powers.map((power) => {
      const x = sizes.position(power).toFixed(1);
      return (
        `<line x1="${x}" y1="${TOP}" x2="${x}" y2="${HEIGHT - BOTTOM}" stroke="#d8dee4"/>` +
        `<text x="${x}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#57606a">${power.toLocaleString("en")}</text>`
      );
    }),
    ...times.powers.map((power) => {
      const y = times.position(power).toFixed(1);
      return (
        `<line x1="${LEFT}" y1="${y}" x2="${WIDTH - RIGHT}" y2="${y}" stroke="#d8dee4"/>` +
        `<text x="${LEFT - 8}" y="${Number(y) + 4}" text-anchor="end" fill="#57606a">${powerText(power)}</text>`
      );
    }),
  ];
  const steps = Math.min(sizes.powers.length, times.powers.length) - 1;
  const from = [sizes.powers[0]!, times.powers[0]!] as const;
  const linear =
    `<line x1="${sizes.position(from[0]).toFixed(1)}" y1="${times.position(from[1]).toFixed(1)}" ` +
    `x2="${sizes.position(from[0] * 10 ** steps).toFixed(1)}" y2="${times.position(from[1] * 10 ** steps).toFixed(1)}" ` +
    `stroke="#57606a" stroke-dasharray="4 4"/>`;
  const names = spreadLabels(lines.map((line) => times.position(line.points.at(-1)![1])));
  const drawn = lines.map(({ name, points: own }, i) => {
    const color = COLORS[i % COLORS.length]!;
    const places = own.map(
      ([size, time]) => [sizes.position(size).toFixed(1), times.position(time).toFixed(1)] as const,
    );
    const dots = places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`);
    return (
      `<polyline points="${places.map((place) => place.join()).join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>` +
      `${dots.join("")}<text x="${WIDTH - RIGHT + 12}" y="${(names[i]! + 4).toFixed(1)}" fill="${color}">${escape(name)}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escape(title)}" font-family="-apple-system, Segoe UI, Helvetica, Arial, sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="16" y="28" font-size="17" font-weight="600" fill="#1f2328">${escape(title)}</text>
<text x="16" y="48" fill="#57606a">time over ${escape(across)}; both scales are logarithmic; dashed: linear growth</text>
${grid.join("\n")}
${linear}
${drawn.join("\n")}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 12}" text-anchor="middle" fill="#57606a">${escape(across)}</text>
</svg>
`;
}

interface Scale {
  readonly powers: readonly number[];
  readonly position: (value: number) => number;
}

/** Returns an axis from the power of ten below the smallest value to the one above the largest. */
function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return {
    powers: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
    position: (value) => from + ((to - from) * (Math.log10(value) - low)) / (high - low),
  };
}

function powerText(milliseconds: number): string {
  return duration(milliseconds).replace(/\.0+(?= )/, "");
}

/** Moves labels down so that none overlap. Takes and returns vertical positions. */
function spreadLabels(places: readonly number[]): number[] {
  const moved = [...places];
  let last = -Infinity;
  for (const i of places.map((_, at) => at).sort((a, b) => places[a]! - places[b]!)) {
    moved[i] = Math.max(places[i]!, last + MIN_LABEL_DISTANCE);
    last = moved[i];
  }
  return moved;
}
