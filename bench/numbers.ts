/** Formats a number with three significant digits. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return "-";
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function ratio(value: number): string {
  return Number.isFinite(value) ? `${digits(value)}x` : "-";
}

/** Formats milliseconds in the largest unit that fits: `duration(0.5)` is "500 µs". */
export function duration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${digits(milliseconds / 1000)} s`;
  if (milliseconds >= 1) return `${digits(milliseconds)} ms`;
  if (milliseconds >= 0.001) return `${digits(milliseconds * 1000)} µs`;
  return `${digits(milliseconds * 1_000_000)} ns`;
}
