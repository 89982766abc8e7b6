import { print } from "../../src/ast/print.ts";
import { applyEdits } from "../../src/diagnostics/diagnostic.ts";
import { readTokens } from "../../src/editor/syntax/tokens.ts";
import { FilterReader, type FilterState } from "../../src/element/filter-state.ts";
import { describe } from "../../src/understand/describe/describe.ts";
import { CATALOG, Random, randomFilter } from "../bridges/random.ts";

export interface TypingResult {
  readonly expressions: number;
  /** Number of texts that were read: prefixes, and texts without one token. */
  readonly texts: number;
  /** Number of texts without an error. */
  readonly correct: number;
  /** Descriptions of wrong answers, at most 20. */
  readonly wrong: readonly string[];
}

/**
 * Types random filters into the state of the element: each prefix, and each filter without any one of its tokens. Every part of
 * the state is read after each change.
 */
export function typeFilters(expressions: number, seed: number): TypingResult {
  const random = new Random(seed);
  const reader = new FilterReader({ catalog: CATALOG }, describe);
  const wrong: string[] = [];
  let texts = 0;
  let correct = 0;
  const visit = (text: string) => {
    texts++;
    try {
      const state = reader.read(text);
      if (state.expression !== undefined) correct++;
      wrong.push(...problemsOf(state, reader).map((problem) => `${JSON.stringify(text)}: ${problem}`));
    } catch (error) {
      wrong.push(`${JSON.stringify(text)} threw ${String(error)}`);
    }
  };
  for (let i = 0; i < expressions && wrong.length < 20; i++) {
    const text = print(randomFilter(random));
    for (let end = 0; end <= text.length; end++) visit(text.slice(0, end));
    for (const { start, end } of readTokens(text)) visit(text.slice(0, start) + text.slice(end));
  }
  return { expressions, texts, correct, wrong: wrong.slice(0, 20) };
}

/** Reads every part of a state. Returns what is wrong with it. */
function problemsOf(state: FilterState, reader: FilterReader): readonly string[] {
  const { text, conditions, diagnostics, expression } = state;
  const wrong: string[] = [];
  const isCorrect = !diagnostics.some(({ severity }) => severity === "error");
  if (isCorrect !== (expression !== undefined)) wrong.push("the tree does not agree with the diagnostics");
  if (isCorrect === (state.problem?.severity === "error")) wrong.push("the problem is not the first error");
  let before = 0;
  for (const [index, { span, text: own, label, hasError }] of conditions.entries()) {
    if (span.start < before || span.end <= span.start || span.end > text.length) wrong.push(`span ${index}`);
    if (own !== text.slice(span.start, span.end) || label === "") wrong.push(`text of condition ${index}`);
    if (isCorrect && hasError) wrong.push(`condition ${index} has no error`);
    before = span.end;
    const left = reader.read(applyEdits(text, state.remove(index)));
    // The condition that remains of two can be an `and` itself.
    const others = conditions.filter((_, i) => i !== index).map((each) => each.text);
    const isSame = left.conditions.map((each) => each.text).join("\n") === others.join("\n");
    const isOpened = others.length === 1 && left.text.trim() === others[0]!.trim();
    if (!isSame && !isOpened) wrong.push(`removing condition ${index} leaves ${JSON.stringify(left.text)}`);
    if (isCorrect && left.expression === undefined) wrong.push(`removing condition ${index} makes an error`);
  }
  const { edits, cursor } = state.add();
  const added = applyEdits(text, edits);
  if (cursor < 0 || cursor > added.length) wrong.push("the cursor is outside of the text");
  if (isCorrect && conditions.length > 0) {
    const longer = reader.read(`${added.slice(0, cursor)}eq(id,1)${added.slice(cursor)}`);
    if (longer.expression === undefined) wrong.push(`no condition can be added: ${added}`);
    if (longer.conditions.length !== conditions.length + 1) wrong.push(`adding a condition: ${longer.text}`);
  }
  return wrong;
}
