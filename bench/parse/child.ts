import { taskFromArguments } from "../child-process.ts";
import { compare, requireEqual, sink, type Measured } from "../harness.ts";
import { parseReference } from "../reference-parser.ts";
import { filterTexts, PARSERS, REPEATED, SIZES, VARIANTS, type Size } from "./contestants.ts";

/*
 * Compares one parser with the reference parser in their own process: parsers that share a library spoil each other's
 * inline caches. Prints the measurements as JSON.
 */

const { name, rounds } = taskFromArguments() as { readonly name: string; readonly rounds: number };
const parse = PARSERS[name]!;

const results: Partial<Record<Size, Measured>> = {};
for (const size of SIZES) {
  const texts = filterTexts(size);
  for (const text of texts) requireEqual(`${name}: ${text}`, true, parse(text) !== undefined);
  // A request brings a new string each time, whose hash is not yet computed.
  const repeatOurs = name === REPEATED ? repeatFresh : repeat;
  const [, measured] = await compare(
    [
      { name: "reference", run: (times) => repeat(parseReference, texts, times) },
      { name, run: (times) => repeatOurs(parse, texts, times) },
    ],
    { rounds, sampleMilliseconds: 12 },
  );
  results[size] = measured!;
}
process.stdout.write(JSON.stringify(results));

function repeat(work: (text: string) => unknown, texts: readonly string[], times: number): void {
  for (let i = 0; i < times; i++) sink.value = work(texts[i % VARIANTS]!);
}

/** Like `repeat`, but with newly created strings. The time to create them counts. */
function repeatFresh(work: (text: string) => unknown, texts: readonly string[], times: number): void {
  const encoded = texts.map((text) => Buffer.from(text, "latin1"));
  for (let i = 0; i < times; i++) sink.value = work(encoded[i % VARIANTS]!.toString("latin1"));
}
