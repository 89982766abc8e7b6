import { firstIndexWhere } from "../../values/binary-search.ts";

/** A here-document that a command has announced, as in `cat <<END`. */
interface Announced {
  readonly delimiter: string;
  /** Whether tabs before the delimiter are ignored: `<<-END`. */
  readonly isIndented: boolean;
  /** Whether the text has neither variables nor escapes: `<<'END'`. */
  readonly isLiteral: boolean;
}

export interface HereDocument {
  readonly start: number;
  /** End of the text, which is the start of the line with the delimiter. */
  readonly end: number;
  /** End of the line with the delimiter. */
  readonly after: number;
  readonly isLiteral: boolean;
}

const OPERATOR = /<<(-?)[ \t]*(?:'([^'\n]{1,100})'|"([^"\n]{1,100})"|(\\?)([\w.+-]{1,100}))/y;

/** Finds the here-documents of a script. Reads each line once, so the time is linear in the length of the script. */
export class HereDocuments {
  readonly #text: string;
  readonly #announced: Announced[] = [];
  /** Start offsets of the lines with a text: of all lines, and of those without tabs before it. */
  #lines: { readonly all: Map<string, number[]>; readonly unindented: Map<string, number[]> } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads `<<END` at an offset. Returns the offset after it, or undefined if there is none or no line ends it. */
  announce(at: number): number | undefined {
    OPERATOR.lastIndex = at;
    const match = OPERATOR.exec(this.#text);
    if (match === null) return undefined;
    const [matched, dash, single, double, backslash, word] = match;
    const announced = {
      delimiter: single ?? double ?? word!,
      isIndented: dash === "-",
      isLiteral: word === undefined || backslash !== "",
    };
    if (this.#lineOf(announced, at + matched.length) === undefined) return undefined;
    this.#announced.push(announced);
    return at + matched.length;
  }

  /** Takes the first announced here-document, whose text begins at an offset. */
  take(start: number): HereDocument | undefined {
    const announced = this.#announced.shift();
    if (announced === undefined) return undefined;
    const end = this.#lineOf(announced, start);
    if (end === undefined) return undefined;
    const after = this.#text.indexOf("\n", end);
    return { start, end, after: after < 0 ? this.#text.length : after, isLiteral: announced.isLiteral };
  }

  #lineOf({ delimiter, isIndented }: Announced, from: number): number | undefined {
    const lines = (this.#lines ??= readLines(this.#text));
    const starts = (isIndented ? lines.all : lines.unindented).get(delimiter) ?? [];
    return starts[firstIndexWhere(0, starts.length, (i) => starts[i]! >= from)];
  }
}

function readLines(text: string) {
  const all = new Map<string, number[]>();
  const unindented = new Map<string, number[]>();
  for (const { 0: line, index } of text.matchAll(/^\t*[^\t\r\n][^\r\n]{0,99}(?=\r?$)/gm)) {
    const word = line.trimStart();
    add(all, word, index);
    if (word.length === line.length) add(unindented, word, index);
  }
  return { all, unindented };
}

function add(lines: Map<string, number[]>, word: string, start: number): void {
  const starts = lines.get(word);
  if (starts === undefined) lines.set(word, [start]);
  else starts.push(start);
}
