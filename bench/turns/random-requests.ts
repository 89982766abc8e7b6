import { randomNumbers } from "../harness.ts";
import type { TurnRequest } from "./worst-requests.ts";

/*
 * Random requests to the rows of `evaluate/rows.ts`. Every member, function, strength and verb occurs, and values both
 * occur in rows and do not.
 */

const STRINGS = ["name", "createdBy", "state", "description", "owner.city", "owner.country"];
const NUMBERS = ["id", "score", "size", "length(name)", "length(description)", "length(tags)"];
const SORTED = [...STRINGS, "id", "score", "size", "modifiedTimeStamp", "length(name)", "upCase(name)"];
const WORDS = [
  "risk",
  "RÉSUMÉ",
  "model audit",
  "user1",
  "a",
  "Zoë",
  "Ana Smith",
  "failed",
  "Málaga",
  "x9",
  "ing",
  "''",
];
const STRENGTHS = ["", "", "", "$primary,", "$secondary,", "$tertiary,"];
const PATTERNS = [
  ".*audit \\d+",
  "(?i)risk.*",
  "[a-m].{3,40}\\d",
  "(?:.?\\b?){60}x",
  "(?:user|Ana).*",
  ".*(?:ab|cd)+.*",
];
const MAX_PARTS = 6;

/** Returns random requests, the same ones for the same seed. */
export function randomRequests(count: number, seed: number, rows: number): TurnRequest[] {
  const random = new RequestGenerator(seed, rows);
  return Array.from({ length: count }, () => random.request());
}

class RequestGenerator {
  readonly #next: () => number;
  readonly #rows: number;

  constructor(seed: number, rows: number) {
    this.#next = randomNumbers(seed);
    this.#rows = rows;
  }

  request(): TurnRequest {
    const filter = this.#below(10) === 0 ? undefined : this.#condition(this.#below(4));
    const sortBy = this.#below(2) === 0 ? undefined : this.#sortBy();
    const verb = this.#pick(["page", "page", "page", "page", "count", "count", "facets", "minMax"] as const);
    const start = this.#below(4) === 0 ? this.#below(this.#rows) : 0;
    return {
      name: `random ${verb} ${filter ?? "of all rows"} ${sortBy === undefined ? "" : `ordered by ${sortBy}`}`,
      ...(filter === undefined ? {} : { filter }),
      ...(sortBy === undefined ? {} : { sortBy }),
      verb,
      member: this.#pick(verb === "facets" ? [...STRINGS, "size", "tags"] : [...STRINGS, "score", "size"]),
      start,
    };
  }

  #condition(depth: number): string {
    if (depth === 0) return this.#leaf();
    const kind = this.#pick(["and", "or", "not"]);
    if (kind === "not") return `not(${this.#condition(depth - 1)})`;
    const parts = Array.from({ length: 2 + this.#below(MAX_PARTS - 1) }, () =>
      this.#condition(this.#below(depth)),
    );
    return `${kind}(${parts.join(",")})`;
  }

  #leaf(): string {
    const compared = this.#pick(["eq", "ne", "lt", "le", "gt", "ge"]);
    const [member, strength] = [this.#pick(STRINGS), this.#pick(STRENGTHS)];
    const word = () => `'${this.#pick(WORDS)}${this.#below(3) === 0 ? this.#below(100) : ""}'`;
    switch (this.#below(10)) {
      case 0:
      case 1:
        return `${compared}(${this.#pick(NUMBERS)},${this.#below(5_000_000) / this.#pick([1, 1000, 100_000])})`;
      case 2:
        return `${compared}(modifiedTimeStamp,20${20 + this.#below(7)}-0${1 + this.#below(9)}-15T00:00:00Z)`;
      case 3:
        return `${compared}(${strength}${member},${word()})`;
      case 4:
      case 5:
        return `${this.#pick(["contains", "startsWith", "endsWith"])}(${strength}${member},${word()})`;
      case 6:
        return `in(${strength}${member},${Array.from({ length: 1 + this.#below(40) }, word).join(",")})`;
      case 7:
        return `match(${member},'${this.#pick(PATTERNS)}')`;
      case 8:
        return `eq(tags,${this.#pick(["'sas'", "'gold'", "'none'"])})`;
      default:
        return this.#pick([
          `isNull(${member})`,
          `lt(length(${member}),length(${this.#pick(STRINGS)}))`,
          `eq(substr(${member},${this.#below(9)},3),${word()})`,
          `eq(upCase(${member}),${word()})`,
        ]);
    }
  }

  #sortBy(): string {
    const keys = new Set(Array.from({ length: 1 + this.#below(3) }, () => this.#pick(SORTED)));
    return [...keys].map((key) => `${key}${this.#pick(["", ":descending", ":ascending:primary"])}`).join(",");
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)]!;
  }

  #below(end: number): number {
    return Math.floor(this.#next() * end);
  }
}
