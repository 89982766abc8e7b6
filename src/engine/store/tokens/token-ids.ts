import { parseJson } from "../../../values/json/exact-json.ts";
import type { Value } from "../../../values/types.ts";
import { countWork } from "../../../values/work.ts";
import { InternTable } from "./intern-table.ts";
import type { Kernels, Slab } from "../kernels/kernels.ts";
import { NOT_LOCATED, type TokenKernels, type JsonTokens } from "../kernels/tokens.ts";
import { BATCH_BYTES } from "./token-reader.ts";

/** Returns the id of each value: 0 for null. Undefined if there are too many different values. */
export type IdsOf = (values: readonly Value[]) => Uint32Array | undefined;

/**
 * Ids of values in texts. Equal tokens, such as `"red"`, are equal values, so each different token is parsed only once.
 */
export class TokenIds {
  readonly #kernels: TokenKernels;
  readonly #table: InternTable;
  readonly #read: (raw: unknown) => Value;
  readonly #idsOf: IdsOf;
  /** Id of the value of each token. */
  #idOf = new Uint32Array(INITIAL_TOKENS);
  #count = 1;

  /** @param read converts the result of `JSON.parse` of a token to a value of the member */
  constructor(memory: Kernels, kernels: TokenKernels, read: (raw: unknown) => Value, idsOf: IdsOf) {
    this.#kernels = kernels;
    this.#table = new InternTable(memory);
    this.#read = read;
    this.#idsOf = idsOf;
  }

  /**
   * Returns the ids of the values of tokens. Undefined if there are too many different values.
   *
   * @param results room for an id per token
   * @param valueAt reads the value of a token at an index, whose position is `NOT_LOCATED`
   */
  find(tokens: JsonTokens, results: Slab, valueAt: (index: number) => Value): Uint32Array | undefined {
    const first = this.#count;
    // A comma follows each token.
    const table = this.#table.withRoom(first, tokens.count, BATCH_BYTES + tokens.count, isInTable);
    this.#count = this.#kernels.internTokens(tokens, table, results);
    const ids = results.u32().slice(0, tokens.count);
    if (this.#count > first && !this.#addTokens(first)) return undefined;
    const idOf = this.#idOf;
    for (let i = 0; i < ids.length; i++) {
      const token = ids[i]!;
      if (token !== NOT_LOCATED) {
        ids[i] = idOf[token]!;
        continue;
      }
      const [id] = this.#idsOf([valueAt(i)]) ?? [];
      if (id === undefined) return undefined;
      ids[i] = id;
    }
    return ids;
  }

  release(): void {
    this.#table.release();
  }

  /** Assigns ids to the values of the tokens from `first` on. */
  #addTokens(first: number): boolean {
    const { entries, strings } = this.#table;
    const bytes = strings.subarray(entries[first * 2 + 1], entries[this.#count * 2 + 1]! - 1);
    const values = parseJson(`[${decoder.decode(bytes)}]`) as unknown[];
    countWork(bytes.length + values.length * UNITS_PER_VALUE);
    const ids = this.#idsOf(values.map(this.#read));
    if (ids === undefined) return false;
    if (this.#count > this.#idOf.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#idOf);
      this.#idOf = larger;
    }
    this.#idOf.set(ids, first);
    return true;
  }
}

function isInTable(): boolean {
  return true;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const INITIAL_TOKENS = 1024;
/** Work of parsing a token and adding it to a dictionary, in addition to its characters. */
const UNITS_PER_VALUE = 40;
