import { describe, expect, it } from "vitest";
import { createProgress } from "../../src/io/progress.ts";

function terminal(isTTY = true, options: { size?: number; columns?: number } = {}) {
  const written: string[] = [];
  let time = 1_000;
  const progress = createProgress({
    stream: { write: (text) => written.push(text) },
    isTTY,
    now: () => time,
    ...options,
  });
  return {
    written,
    progress,
    at: (milliseconds: number, rows: number, bytes: number) => {
      time = 1_000 + milliseconds;
      progress.update({ rows, bytes });
    },
  };
}

describe("the progress line", () => {
  it("appears after half a second, is updated at most ten times a second, and is erased at the end", () => {
    const { written, progress, at } = terminal(true, { size: 400 });
    for (let i = 0; i < 500; i++) at(i, i, i);
    expect(written).toEqual([]);
    for (let i = 500; i < 1_000; i++) at(i, 2 * i, i / 10);
    expect(written).toHaveLength(5);
    expect(written[0]).toBe("\r\u001b[K1,000 rows  12 %  2,000 rows/s");
    progress.end();
    expect(written.at(-1)).toBe("\r\u001b[K");
    at(2_000, 1, 1);
    progress.end();
    expect(written).toHaveLength(6);
  });

  it("shows the bytes read if the size is unknown, and never wraps", () => {
    const { written, at } = terminal(true, { columns: 20 });
    at(1_000, 1_234_567, 45_200_000);
    expect(written).toEqual(["\r\u001b[K1,234,567 rows  45."]);
  });

  it("reappears after it was hidden for a message", () => {
    const { written, progress, at } = terminal();
    at(600, 1, 1);
    progress.hide();
    progress.hide();
    at(700, 2, 2);
    expect(written.map((text) => text === "\r\u001b[K")).toEqual([false, true, false]);
  });

  it("does not appear without a terminal, nor during short commands", () => {
    const piped = terminal(false);
    piped.at(5_000, 1, 1);
    piped.progress.end();
    const quick = terminal();
    quick.at(400, 1, 1);
    quick.progress.end();
    expect([...piped.written, ...quick.written]).toEqual([]);
  });
});

describe("the progress line without rows", () => {
  it("shows only the share of the file", () => {
    let time = 0;
    let shown = "";
    const stream = { write: (text: string) => (shown += text) };
    const progress = createProgress({ stream, isTTY: true, size: 200, now: () => time });
    time = 1_000;
    progress.update({ rows: 0, bytes: 50 });
    expect(shown).toBe("\r\u001b[K25 %");
  });
});
