import type { Catalog } from "tamis/catalog";
import type { Permission } from "../../access/rights.ts";
import { compileCondition, CONTEXT, type Condition } from "./condition.ts";
import type { RuleRow } from "./rule-record.ts";
import { canonicalPath, parsePattern, type UriPattern } from "./uri-pattern.ts";

/** A rule in the form that decisions read. Expressions are compiled on first use. */
export class CompiledRule {
  readonly id: string;
  readonly row: RuleRow;
  readonly isGrant: boolean;
  readonly isEnabled: boolean;
  /** Milliseconds since 1970 from which the rule no longer applies. */
  readonly expires: number;
  /** Undefined for a rule that covers all that its container contains. */
  readonly object: UriPattern | undefined;
  readonly container: string | undefined;
  /** See `principalKeys`. */
  readonly principalKey: string;
  readonly permissions: ReadonlySet<string>;
  #condition: Condition | "none" | "invalid" | undefined;
  #isStable: boolean | undefined;
  readonly #filters = new WeakMap<Catalog, Condition | { readonly kind: "invalid" }>();

  /** @param row a rule without problems */
  constructor(row: RuleRow) {
    const { objectUri, containerUri, expirationTimeStamp, principalType, principal } = row;
    const object = objectUri === null ? undefined : parsePattern(objectUri);
    this.id = row.id;
    this.row = row;
    this.isGrant = row.type === "grant";
    this.isEnabled = row.enabled !== false;
    this.expires = expirationTimeStamp === null ? Infinity : Date.parse(expirationTimeStamp);
    this.object = object?.ok === true ? object.pattern : undefined;
    this.container = containerUri === null ? undefined : canonicalPath(containerUri);
    this.principalKey = principal === null ? principalType! : principalKey(principalType!, principal);
    this.permissions = new Set(row.permissions as readonly Permission[]);
  }

  /** Returns the condition. `invalid` for one that an earlier version of the program accepted. */
  get condition(): Condition | "none" | "invalid" {
    const { condition } = this.row;
    this.#condition ??= condition === null ? "none" : (compileCondition(condition, CONTEXT) ?? "invalid");
    return this.#condition;
  }

  /** Whether the rule applies alike to all requests with the same path, permission and principals. */
  get isStable(): boolean {
    if (this.#isStable === undefined) {
      const { matchParams, contentType, acceptType, acceptItemType } = this.row;
      const { condition } = this;
      this.#isStable =
        this.expires === Infinity &&
        matchParams !== true &&
        [contentType, acceptType, acceptItemType].every((type) => type === null) &&
        (typeof condition === "string" || [...condition.filter.members.keys()].every(isStableName));
    }
    return this.#isStable;
  }

  /** Returns the filter for rows of a catalog; undefined if it does not fit the catalog. */
  filterFor(catalog: Catalog): Condition | undefined {
    let compiled = this.#filters.get(catalog);
    if (compiled === undefined) {
      compiled = compileCondition(this.row.filter!, catalog) ?? { kind: "invalid" };
      this.#filters.set(catalog, compiled);
    }
    return "kind" in compiled ? undefined : compiled;
  }
}

/** Whether a member of the context is the same for all requests with one path, permission and principals. */
function isStableName({ name }: { readonly name: string }): boolean {
  return name === "request.uri" || name === "permission" || name.startsWith("principals");
}

export interface Principal {
  readonly type: string;
  readonly name: string;
}

/** Returns the key of a named principal. */
export function principalKey(type: string, name: string): string {
  return `${type}:${name}`;
}

/** Returns the keys of rules that are about one of some principals. */
export function principalKeys(principals: readonly Principal[]): readonly string[] {
  return [
    ...new Set([
      ...principals.map(({ type, name }) => principalKey(type, name)),
      ...(principals.length > 0 ? ["authenticatedUsers"] : []),
      "everyone",
    ]),
  ];
}
