import { taskFromArguments } from "../child-process.ts";
import { compare, requireEqual, sink, type Measured } from "../harness.ts";
import { parseReference } from "../reference-parser.ts";
import { PARSE_CONTESTANTS } from "./contestants.ts";
import { filters, flat, SIZES, VARIANTS, writeOurs, type Size } from "./filter-texts.ts";

/*
 * Compares one contestant with the reference parser in their own process: parsers that share a library spoil each
 * other's inline caches. Prints the measurements as JSON.
 */

export interface ParseMeasured {
  readonly size: Size;
  readonly bytes: number;
  readonly measured: Measured;
}

const { name, rounds } = taskFromArguments() as { readonly name: string; readonly rounds: number };
const contestant = PARSE_CONTESTANTS.find((each) => each.name === name)!;
const parse = await contestant.load();

const results: ParseMeasured[] = [];
for (const size of SIZES) {
  const all = filters(size);
  const referenceTexts = all.map((filter) => flat(writeOurs(filter)));
  const texts = all.map((filter) => flat(contestant.write(filter)));
  for (const text of texts) requireEqual(`${name}: ${text}`, true, !nothing(parse(text)));
  // A request brings a new string each time, whose hash is not yet computed.
  const fresh = name.includes("parsed before");
  const [, measured] = await compare(
    [
      { name: "reference", run: (times) => repeat(parseReference, referenceTexts, times) },
      fresh
        ? { name: name, run: (times) => repeatFresh(parse, texts, times) }
        : { name: name, run: (times) => repeat(parse, texts, times) },
    ],
    { rounds, sampleMilliseconds: 12 },
  );
  results.push({ size, bytes: texts[0]!.length, measured: measured! });
}
process.stdout.write(JSON.stringify(results));

function repeat(work: (text: string) => unknown, texts: readonly string[], times: number): void {
  for (let i = 0; i < times; i++) sink.value = work(texts[i % VARIANTS]!);
}

/** Like `repeat`, but with newly created strings. The time to create them counts. */
function repeatFresh(work: (text: string) => unknown, texts: readonly string[], times: number): void {
  const padded = texts.map((text) => Buffer.from(text, "latin1"));
  for (let i = 0; i < times; i++) sink.value = work(padded[i % VARIANTS]!.toString("latin1"));
}

function nothing(value: unknown): boolean {
  return value === undefined || value === null;
}
