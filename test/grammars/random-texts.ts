import { Random } from "../text-fuzz/random.ts";

const NAMES = [
  ...["name", "owner.city", "größe", "états.наименование", "trueish", "false-1", "_x", "@type", "a1-b_2.c@d"],
  ...["true", "false", "null", "descending", "名前", "𐐀x"],
];
const FUNCTIONS = ["and", "eq", "in", "startsWith", "größer", "my.function", "true"];
const LITERALS = [
  ...[
    "'a'",
    "''",
    "'O''Brien'",
    `"it's"`,
    `"a""b"`,
    "'a(b),c:d$e'",
    "'line\nline'",
    "'''\n'''",
    "'\u{1f600}'",
  ],
  ...["0", "-1", "12.5", "1e5", "1.5e-7", "-0.25E+3"],
  ...["2020-01-31", "2020-01-31T12:00:00Z", "2020-01-31T12:00:00.123456789+02:00", "12:00", "23:59:59.5Z"],
];
const STRENGTHS = ["$primary", "$secondary", "$tertiary", "$quaternary", "$identical"];
const OPTIONS = ["ascending", "descending", "primary", "identical"];

/** Writes syntactically correct filters and sorts. Names and numbers of arguments are random. */
export class RandomTexts {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  filter(): string {
    return this.#gap() + this.#expression(4) + this.#gap();
  }

  sortBy(): string {
    const keys = Array.from({ length: 1 + this.#random.below(3) }, () => {
      const options = this.#random.list(
        2,
        () => `${this.#gap()}:${this.#gap()}${this.#random.pick(OPTIONS)}`,
      );
      return this.#gap() + this.#key() + options.join("");
    });
    return keys.join(`${this.#gap()},`) + this.#gap();
  }

  /** Returns a random sort key: a name or a call. */
  #key(): string {
    return this.#random.chance(0.6) ? this.#random.pick(NAMES) : this.#call(2);
  }

  #expression(depth: number): string {
    const kind = this.#random.below(depth === 0 ? 2 : 4);
    if (kind === 0) return this.#random.pick(NAMES);
    if (kind === 1) return this.#random.pick(LITERALS);
    return this.#call(depth);
  }

  #call(depth: number): string {
    const values = this.#random.list(3, () => this.#expression(depth - 1));
    if (this.#random.chance(0.2)) values.unshift(this.#random.pick(STRENGTHS));
    const list = values.map((value) => this.#gap() + value + this.#gap()).join(",");
    return `${this.#random.pick(FUNCTIONS)}${this.#gap()}(${list})`;
  }

  #gap(): string {
    return this.#random.chance(0.8) ? "" : this.#random.pick([" ", "  ", "\t", "\n", "\r\n", " \n "]);
  }
}
