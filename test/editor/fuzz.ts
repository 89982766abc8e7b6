import { createLanguageService } from "../../src/editor/service.ts";
import { clockFunctions } from "../../src/functions/factories/clock-functions.ts";
import { sqlBridge } from "../../src/bridges/sql/bridge.ts";
import { Random } from "../text-fuzz/random.ts";
import { REPORTS } from "./catalog.ts";
import { exercise, VALID_TEXTS } from "./exercise.ts";

export interface EditFuzzResult {
  readonly edits: number;
  /** Descriptions of wrong answers, at most 20. */
  readonly wrong: readonly string[];
  /** Number of texts without an error. It shows that not all texts are broken beyond use. */
  readonly correct: number;
}

const PIECES = [
  ..."(),.:'\"$ \n%&=?#+-0",
  ...[
    "and(",
    "eq(",
    "name",
    "owner.",
    "'a'",
    "''",
    "2020-",
    "12:00",
    "$primary,",
    "null",
    "true",
    "%27",
    "%C3",
    "&sortBy=",
  ],
  ...[
    "ä",
    "\u{1f600}",
    "\ud83d",
    "\u200f",
    "“",
    " = ",
    " AND ",
    "😀'",
    "&filter=",
    "properties.x",
    "[",
    "{",
    "\\",
  ],
];

/** Edits correct texts at random, and calls every method of the service after each edit. */
export function fuzzEdits(edits: number, seed: number): EditFuzzResult {
  const random = new Random(seed);
  const services = [
    createLanguageService({
      catalog: REPORTS,
      functions: clockFunctions({ now: "2026-01-31T12:00:00Z" }),
      languages: [sqlBridge],
    }),
    createLanguageService({ mode: "strict" }),
  ];
  const wrong: string[] = [];
  let correct = 0;
  let [kind, text] = random.pick(VALID_TEXTS);
  for (let i = 0; i < edits && wrong.length < 20; i++) {
    // A text stays for about eight edits, so that it is broken in several places.
    if (random.below(8) === 0 || text.length > 400) [kind, text] = random.pick(VALID_TEXTS);
    const at = random.below(text.length + 1);
    const removed = random.below(3) === 0 ? random.below(12) : random.below(2);
    const inserted = random.below(3) === 0 ? "" : random.pick(PIECES);
    text = text.slice(0, at) + inserted + text.slice(at + removed);
    const service = random.below(4) === 0 ? services[1]! : services[0]!;
    wrong.push(...exercise(service, text, kind, Math.min(text.length, at + inserted.length)));
    if (
      !service
        .open(text, { kind })
        .diagnostics()
        .some(({ severity }) => severity === "error")
    )
      correct++;
  }
  return { edits, wrong, correct };
}
