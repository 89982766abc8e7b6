import type { ContentElement } from "../form/content.ts";

/** A problem of content. Errors prevent saving, warnings do not. */
export interface SchemaMessage {
  readonly type: "error" | "warning";
  /** One sentence for users, which names the element. */
  readonly message: string;
}

/** Returns the reason why a value is not valid, such as "must be a number"; undefined for a valid one. */
export type ValueRule = (value: string) => string | undefined;

export interface AttributeRule {
  readonly isRequired: boolean;
  readonly rule: ValueRule;
}

export interface ElementRule {
  readonly attributes: Readonly<Record<string, AttributeRule>>;
  /** Child elements by name, with the greatest number of each. Their order is free. */
  readonly children: Readonly<Record<string, number>>;
  /** Names of children that must occur. */
  readonly requires: readonly string[];
  /** Whether text is possible between the child elements. */
  readonly hasText: boolean;
}

/** A schema of content. The namespace in content selects it. */
export interface Schema {
  readonly namespace: string;
  readonly root: string;
  readonly elements: Readonly<Record<string, ElementRule>>;
  /** Checks what no rule of one element can state, such as references. Called for content without errors. */
  readonly check: (root: ContentElement) => readonly SchemaMessage[];
}
