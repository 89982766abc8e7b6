import { isDottedName } from "../ast/spelling.ts";
import { COMPARISONS } from "../collation/order/strength.ts";
import { alternatives, suggest } from "../diagnostics/suggest.ts";
import { show } from "../diagnostics/show.ts";
import { isNumeric, isScalarType, SCALAR_TYPES } from "../values/types.ts";
import { buildCatalog } from "./build-catalog.ts";
import { pointerTo } from "./json-pointer.ts";
import { keyColumnProblems } from "./key-columns.ts";
import { MAXIMUM_DEPTH, MAXIMUM_MEMBERS, MAXIMUM_PROBLEMS } from "./limits.ts";
import { frozenCopy, isPlainObject, isTexts, own } from "./plain-data.ts";
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

/**
 * Reads a catalog from a JSON document. Whatever is given, the answer is a catalog or the list of what is wrong.
 * The catalog keeps a frozen copy of the document, so that nobody can change one without the other.
 *
 * @example readCatalog(JSON.parse(text)).problems // [{ pointer: "/members/size/type", message: "… 'int' … 'integer'?" }]
 */
export function readCatalog(document: unknown): CatalogResult {
  const reader = new Reader();
  const definition = reader.catalog(document);
  if (definition === undefined) return { catalog: undefined, problems: reader.problems };
  return { catalog: buildCatalog(definition), problems: [] };
}

type Check = (value: unknown, pointer: string) => void;

class Reader {
  readonly problems: CatalogProblem[] = [];
  #members = 0;

  catalog(document: unknown): CatalogDefinition | undefined {
    const checks: Record<string, Check> = {
      name: (v, p) => this.#text(v, p),
      description: (v, p) => this.#text(v, p),
      members: (v, p) => this.#membersOf(v, p, 1),
      key: (v, p) => this.#text(v, p),
      defaultSort: (v, p) => this.#texts(v, p),
      defaultLimit: (v, p) => this.#count(v, p),
      maximumLimit: (v, p) => this.#count(v, p),
      functions: (v, p) => this.#texts(v, p),
      parameters: (v, p) => this.#texts(v, p),
    };
    this.#object(document, "", checks, "A catalog", ["name", "members"]);
    if (this.problems.length > 0) return undefined;
    const definition = frozenCopy(document) as CatalogDefinition;
    this.#references(definition);
    return this.problems.length === 0 ? definition : undefined;
  }

  /** The key and the default sort name members that are there and can be compared. */
  #references({
    members,
    key,
    defaultSort,
    defaultLimit = 10,
    maximumLimit = 1000,
  }: CatalogDefinition): void {
    const names = Object.keys(members);
    const scalar = (name: string) => {
      const member = members[name];
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
        if (!known.includes(option))
          this.#when(this.#didYouMean(option, known, "sort option"), `/defaultSort/${i}`);
      }
    }
    if (defaultLimit > maximumLimit) this.#wrong("/defaultLimit", "It is above the maximum limit.");
  }

  #membersOf(value: unknown, pointer: string, depth: number): void {
    if (!isPlainObject(value)) {
      this.#wrong(pointer, "Members are an object: name to definition.");
      return;
    }
    if (depth > MAXIMUM_DEPTH) {
      this.#wrong(pointer, `Members are nested deeper than ${MAXIMUM_DEPTH}.`);
      return;
    }
    for (const name of Object.keys(value)) {
      const at = pointerTo(pointer, name);
      if (++this.#members > MAXIMUM_MEMBERS) {
        this.#wrong(pointer, `More than ${MAXIMUM_MEMBERS} members.`);
        return;
      }
      if (!isDottedName(name)) {
        this.#wrong(
          at,
          `'${show(name)}' cannot be said in a filter: a name is made of letters, digits, _, @, - and dots, and does not ` +
            'begin with a digit. Choose another name and give the row\'s own as "property".',
        );
      }
      this.#member(value[name], at, depth);
    }
  }

  #member(value: unknown, pointer: string, depth: number): void {
    if (typeof value === "string") {
      this.#type(value, pointer, SCALAR_TYPES);
      return;
    }
    if (!isPlainObject(value)) {
      this.#wrong(pointer, 'A member is a type\'s name, or an object with a "type".');
      return;
    }
    if (depth > MAXIMUM_DEPTH) {
      this.#wrong(pointer, `Members are nested deeper than ${MAXIMUM_DEPTH}.`);
      return;
    }
    const type = own(value, "type");
    if (typeof type !== "string") {
      this.#wrong(pointer, 'A member has a "type".');
      return;
    }
    const common: Record<string, Check> = {
      type: (v, p) => this.#type(v as string, p, [...SCALAR_TYPES, "list", "map", "object"]),
      description: (v, p) => this.#text(v, p),
      nullable: (v, p) => this.#boolean(v, p),
      filterable: (v, p) => this.#boolean(v, p),
      sortable: (v, p) => this.#boolean(v, p),
      functions: (v, p) => this.#texts(v, p),
      // A row can have a property whose name is empty.
      property: (v, p) => {
        if (typeof v !== "string") this.#wrong(p, "Expected a text.");
      },
    };
    const what = `A member of type ${type}`;
    if (type === "list") {
      this.#object(value, pointer, { ...common, items: (v, p) => this.#member(v, p, depth + 1) }, what, [
        "items",
      ]);
    } else if (type === "map") {
      this.#object(value, pointer, { ...common, values: (v, p) => this.#member(v, p, depth + 1) }, what, [
        "values",
      ]);
    } else if (type === "object") {
      this.#object(value, pointer, { ...common, members: (v, p) => this.#membersOf(v, p, depth + 1) }, what, [
        "members",
      ]);
    } else {
      this.#object(value, pointer, {
        ...common,
        strength: (v, p) =>
          this.#when(
            COMPARISONS.includes(v as never) ? undefined : `A strength is ${alternatives(COMPARISONS)}.`,
            p,
          ),
        enum: (v, p) => {
          this.#texts(v, p);
          if (Array.isArray(v) && v.length === 0) this.#wrong(p, "An enum has at least one text.");
          if (!isText(type))
            this.#wrong(p, `Only texts are listed in an enum, and the member is of type ${type}.`);
        },
        keyColumns: (v, p) => {
          if (type !== "string")
            this.#wrong(p, `Only texts have sort keys, and the member is of type ${show(type)}.`);
          for (const { place, message } of keyColumnProblems(v)) this.#wrong(pointerTo(p, ...place), message);
        },
      });
    }
  }

  #object(
    value: unknown,
    pointer: string,
    checks: Record<string, Check>,
    what = "",
    required: readonly string[] = [],
  ): void {
    if (!isPlainObject(value)) {
      this.#wrong(pointer, "Expected an object.");
      return;
    }
    for (const key of Object.keys(value)) {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
      if (value[key] === undefined) continue;
      if (check !== undefined) check(value[key], pointerTo(pointer, key));
      else this.#wrong(pointerTo(pointer, key), this.#didYouMean(key, Object.keys(checks), "property"));
    }
    for (const key of required) {
      if (own(value, key) === undefined) this.#wrong(pointer, `${what} has "${key}".`);
    }
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
    if (!isTexts(value)) this.#wrong(pointer, "Expected a list of texts.");
  }

  #boolean(value: unknown, pointer: string): void {
    if (typeof value !== "boolean") this.#wrong(pointer, "Expected true or false.");
  }

  #count(value: unknown, pointer: string): void {
    if (!Number.isSafeInteger(value) || (value as number) < 0)
      this.#wrong(pointer, "Expected a whole number from 0 on.");
  }

  #when(message: string | undefined, pointer: string): void {
    if (message !== undefined) this.#wrong(pointer, message);
  }

  #wrong(pointer: string, message: string): void {
    if (this.problems.length < MAXIMUM_PROBLEMS) this.problems.push({ pointer, message });
  }
}

/** Dates and times are texts in a row, so a list of them is one of texts too. Unknown types have their own problem. */
function isText(type: string): boolean {
  return type !== "boolean" && !isNumeric(type);
}
