import { isDottedName } from "../ast/json.ts";
import { COMPARISONS } from "../collation/strength.ts";
import { alternatives, suggest } from "../diagnostics/suggest.ts";
import { show } from "../diagnostics/show.ts";
import { isScalarType, SCALAR_TYPES } from "../values/types.ts";
import { buildCatalog } from "./build-catalog.ts";
import type { Catalog, CatalogDefinition } from "./types.ts";

/** What is wrong with a catalog document, and where (JSON Pointer, RFC 6901). */
export interface CatalogProblem {
  readonly pointer: string;
  readonly message: string;
}

export interface CatalogResult {
  readonly catalog: Catalog | undefined;
  readonly problems: readonly CatalogProblem[];
}

/** Objects and lists within each other, at the most. */
const MAXIMUM_DEPTH = 32;
/** Members of one catalog, nested ones included. */
const MAXIMUM_MEMBERS = 10_000;

/**
 * Reads a catalog from a JSON document. Whatever is given, the answer is a catalog or the list of what is wrong.
 *
 * @example readCatalog(JSON.parse(text)).problems // [{ pointer: "/members/size/type", message: "… 'int' … 'integer'?" }]
 */
export function readCatalog(document: unknown): CatalogResult {
  const reader = new Reader();
  reader.catalog(document);
  if (reader.problems.length > 0) return { catalog: undefined, problems: reader.problems };
  return { catalog: buildCatalog(document as CatalogDefinition), problems: [] };
}

type Check = (value: unknown, pointer: string) => void;

class Reader {
  readonly problems: CatalogProblem[] = [];
  #members = 0;

  catalog(document: unknown): void {
    const value = this.#object(document, "", {
      name: (v, p) => this.#text(v, p),
      description: (v, p) => this.#text(v, p),
      members: (v, p) => this.#membersOf(v, p, 1),
      key: (v, p) => this.#text(v, p),
      defaultSort: (v, p) => this.#texts(v, p),
      defaultLimit: (v, p) => this.#count(v, p),
      maximumLimit: (v, p) => this.#count(v, p),
      functions: (v, p) => this.#texts(v, p),
      parameters: (v, p) => this.#texts(v, p),
    });
    if (value === undefined || this.problems.length > 0) return;
    if (!Object.hasOwn(value, "name")) this.#wrong("", "A catalog has a name.");
    if (!Object.hasOwn(value, "members")) this.#wrong("", "A catalog has members.");
    if (this.problems.length === 0) this.#references(value as unknown as CatalogDefinition);
  }

  /** The key and the default sort name members that are there and can be compared. */
  #references({ members, key, defaultSort, defaultLimit = 10, maximumLimit = 1000 }: CatalogDefinition): void {
    const names = Object.keys(members);
    const scalar = (name: string) => {
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      if (member === undefined) return this.#didYouMean(name, names, "member");
      const type = typeof member === "string" ? member : member.type;
      return isScalarType(type) ? undefined : `'${show(name)}' is no single value.`;
    };
    if (key !== undefined) this.#when(scalar(key), "/key");
    for (const [i, text] of (defaultSort ?? []).entries()) {
      const [name, ...options] = text.split(":");
      this.#when(scalar(name!), `/defaultSort/${i}`);
      for (const option of options) {
        const known = ["ascending", "descending", ...COMPARISONS.filter((c) => c !== "codePoint")];
        if (!known.includes(option)) this.#when(this.#didYouMean(option, known, "sort option"), `/defaultSort/${i}`);
      }
    }
    if (defaultLimit > maximumLimit) this.#wrong("/defaultLimit", "It is above the maximum limit.");
  }

  #membersOf(value: unknown, pointer: string, depth: number): void {
    if (!isObject(value)) return this.#wrong(pointer, "Members are an object: name to definition.");
    if (depth > MAXIMUM_DEPTH) return this.#wrong(pointer, `Members are nested deeper than ${MAXIMUM_DEPTH}.`);
    for (const name of Object.keys(value)) {
      const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (++this.#members > MAXIMUM_MEMBERS) return this.#wrong(pointer, `More than ${MAXIMUM_MEMBERS} members.`);
      if (!isDottedName(name)) {
        this.#wrong(
          at,
          `'${show(name)}' cannot be said in a filter: a name is made of letters, digits, _, @, - and dots, and does not ` +
            "begin with a digit. Choose another name and give the row's own as \"property\".",
        );
      }
      this.#member(value[name], at, depth);
    }
  }

  #member(value: unknown, pointer: string, depth: number): void {
    if (typeof value === "string") return this.#type(value, pointer, SCALAR_TYPES);
    if (!isObject(value)) return this.#wrong(pointer, 'A member is a type\'s name, or an object with a "type".');
    if (depth > MAXIMUM_DEPTH) return this.#wrong(pointer, `Members are nested deeper than ${MAXIMUM_DEPTH}.`);
    const type = Object.hasOwn(value, "type") ? value["type"] : undefined;
    if (typeof type !== "string") return this.#wrong(pointer, 'A member has a "type".');
    const common: Record<string, Check> = {
      type: (v, p) => this.#type(v as string, p, [...SCALAR_TYPES, "list", "map", "object"]),
      description: (v, p) => this.#text(v, p),
      nullable: (v, p) => this.#boolean(v, p),
      filterable: (v, p) => this.#boolean(v, p),
      sortable: (v, p) => this.#boolean(v, p),
      functions: (v, p) => this.#texts(v, p),
      property: (v, p) => this.#text(v, p),
    };
    if (type === "list") this.#object(value, pointer, { ...common, items: (v, p) => this.#member(v, p, depth + 1) }, "items");
    else if (type === "map") this.#object(value, pointer, { ...common, values: (v, p) => this.#member(v, p, depth + 1) }, "values");
    else if (type === "object") {
      this.#object(value, pointer, { ...common, members: (v, p) => this.#membersOf(v, p, depth + 1) }, "members");
    } else {
      this.#object(value, pointer, {
        ...common,
        strength: (v, p) => this.#when(COMPARISONS.includes(v as never) ? undefined : `A strength is ${alternatives(COMPARISONS)}.`, p),
        enum: (v, p) => this.#texts(v, p),
      });
    }
  }

  #object(value: unknown, pointer: string, checks: Record<string, Check>, required?: string): Record<string, unknown> | undefined {
    if (!isObject(value)) {
      this.#wrong(pointer, "Expected an object.");
      return undefined;
    }
    for (const key of Object.keys(value)) {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
      if (value[key] === undefined) continue;
      if (check === undefined) this.#wrong(`${pointer}/${key}`, this.#didYouMean(key, Object.keys(checks), "property"));
      else check(value[key], `${pointer}/${key}`);
    }
    if (required !== undefined && !Object.hasOwn(value, required)) {
      this.#wrong(pointer, `A member of type ${String(value["type"])} has "${required}".`);
    }
    return value;
  }

  #type(value: string, pointer: string, types: readonly string[]): void {
    if (!types.includes(value)) this.#wrong(pointer, this.#didYouMean(value, types, "type", true));
  }

  #didYouMean(word: string, words: readonly string[], what: string, list = false): string {
    const near = suggest(word, words);
    const rest = near.length > 0 ? ` Did you mean ${alternatives(near.map((w) => `'${w}'`))}?` : "";
    return `There is no ${what} '${show(word)}'.${rest}${list ? ` Types are ${alternatives(words)}.` : ""}`;
  }

  #text(value: unknown, pointer: string): void {
    if (typeof value !== "string" || value === "") this.#wrong(pointer, "Expected a text.");
  }

  #texts(value: unknown, pointer: string): void {
    if (!Array.isArray(value) || !value.every((v) => typeof v === "string")) this.#wrong(pointer, "Expected a list of texts.");
  }

  #boolean(value: unknown, pointer: string): void {
    if (typeof value !== "boolean") this.#wrong(pointer, "Expected true or false.");
  }

  #count(value: unknown, pointer: string): void {
    if (!Number.isSafeInteger(value) || (value as number) < 0) this.#wrong(pointer, "Expected a whole number from 0 on.");
  }

  #when(message: string | undefined, pointer: string): void {
    if (message !== undefined) this.#wrong(pointer, message);
  }

  #wrong(pointer: string, message: string): void {
    if (this.problems.length < 100) this.problems.push({ pointer, message });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
