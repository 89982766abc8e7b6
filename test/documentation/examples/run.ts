/* Runs the modules that the arguments name, one after the other, each in its own folder. Writes one line of JSON for each:
   `{ file, error?, checked }`. */
import { isDeepStrictEqual, inspect } from "node:util";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { writeSync } from "node:fs";
import { SHOWN } from "./shown-name.ts";

const REST = Symbol("rest");

/** Spread into an object or a list, it marks that further entries are not compared. */
class Rest {
  readonly [REST] = true;
  *[Symbol.iterator](): Generator<typeof REST> {
    yield REST;
  }
}

let checked: number[] = [];
let problems: string[] = [];

Object.defineProperty(globalThis, SHOWN, {
  value: (line: number, actual: unknown, expectation: (rest: Rest) => unknown) => {
    checked.push(line);
    const expected = expectation(new Rest());
    if (!matches(actual, expected))
      problems.push(`line ${line}: got ${inspect(actual, { depth: 6, breakLength: Infinity })}`);
    return actual;
  },
});

function matches(actual: unknown, expected: unknown): boolean {
  // A class, such as Uint8Array or RangeError, matches any instance.
  if (typeof expected === "function") return actual instanceof (expected as unknown as new () => object);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return false;
    const isOpen = expected.at(-1) === REST;
    const wanted = isOpen ? expected.slice(0, -1) : expected;
    if (isOpen ? actual.length < wanted.length : actual.length !== wanted.length) return false;
    return wanted.every((each, i) => matches(actual[i], each));
  }
  if (typeof expected !== "object" || expected === null || !isPlain(expected))
    return isDeepStrictEqual(actual, expected);
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
  const isOpen = REST in expected;
  const keys = Object.keys(expected);
  const defined = Object.entries(actual).filter(([, value]) => value !== undefined);
  if (!isOpen && defined.some(([key]) => !keys.includes(key))) return false;
  return keys.every((key) =>
    matches((actual as Record<string, unknown>)[key], (expected as Record<string, unknown>)[key]),
  );
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

for (const file of process.argv.slice(2)) {
  checked = [];
  problems = [];
  process.chdir(dirname(file));
  // Examples may write to the standard output.
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    problems.push(inspect(error));
  }
  process.stdout.write = write;
  writeSync(1, `${JSON.stringify({ file, problems, checked })}\n`);
}
process.exit(0);
