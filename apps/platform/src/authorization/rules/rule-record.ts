import { defineCatalog, type RowOf } from "tamis/catalog";
import { authorization } from "tamis/families";

export const RULE_TYPES = ["grant", "prohibit"] as const;

/** Principal types that name one principal. */
export const NAMED_PRINCIPALS = ["user", "group", "client"] as const;

/** `authenticatedUsers` are all callers with a token, users and clients. */
export const PRINCIPAL_TYPES = [...NAMED_PRINCIPALS, "authenticatedUsers", "everyone"] as const;

const text = { type: "string", nullable: false } as const;

/** The rules. The published fields have no identifier and no stamps, which links and entity tags need. */
export const RULES = defineCatalog({
  name: "rules",
  key: "id",
  members: {
    id: text,
    ...authorization.resources.rule.catalog.definition.members,
    createdBy: "string",
    modifiedBy: "string",
    creationTimeStamp: "dateTime",
    modifiedTimeStamp: "dateTime",
    /** SHA-256 of the fields that say what a rule does, so that no two rules do the same. */
    digest: { type: "string", filterable: false, selectable: false },
  },
});

type StoredRule = RowOf<typeof RULES>;

/** A stored rule. Missing values are null. */
export type RuleRow = { readonly [M in keyof StoredRule]-?: Exclude<StoredRule[M], undefined> };

/** Fields that say what a rule does. */
export const IDENTIFYING = [
  "type",
  "principalType",
  "principal",
  "objectUri",
  "containerUri",
  "permissions",
  "condition",
  "filter",
  "contentType",
  "acceptType",
  "acceptItemType",
  "matchParams",
] as const satisfies readonly (keyof RuleRow)[];
