import { ownProperties, ownProperty } from "../../values/own-properties.ts";
import { isSafeInteger } from "../../values/types.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import { isRefusal, type Refusal } from "../../functions/definition/port.ts";
import type { MemberExpressions } from "../../sql/compile/member-expressions.ts";
import { valueText } from "./conditions.ts";
import { holdsType, type KnownField, type PrismaField, type PrismaProvider } from "./fields.ts";
import { prismaList } from "./lists.ts";

/** Returns the values of members in the fields of a model. */
export function prismaMembers(
  fields: Readonly<Record<string, PrismaField>>,
  provider: PrismaProvider,
): MemberExpressions {
  const find = (name: string, member: ResolvedMember, type: string): KnownField | Refusal => {
    const rawField = ownProperty(fields, name);
    if (rawField === undefined) return { refused: `the model has no field for ${name}` };
    const field = ownProperties(rawField);
    const knownField: KnownField = {
      name: field.name ?? name,
      type: field.type,
      nullable: field.nullable ?? member.nullable,
      binary: field.binary ?? provider === "sqlite",
    };
    if (!holdsType(knownField, type))
      return { refused: `a field of the type ${field.type} does not have the values of ${name}` };
    if (field.type === "BigInt" && isSafeInteger(member.type))
      return { refused: `a field of the type BigInt can have integers beyond those of ${name}` };
    return knownField;
  };
  const elsewhere = (name: string): Refusal => ({ refused: `the model has no field for ${name}` });
  return {
    scalar: (name, member) => {
      const { type } = member.type;
      if (type === "list" || type === "map" || type === "object")
        return { refused: "it is not a single value" };
      const field = find(name, member, type);
      if (isRefusal(field)) return field;
      return { sql: valueText(field), type, nullable: field.nullable, traits: {} };
    },
    list: (name, member) => {
      if (member.type.type !== "list") return elsewhere(name);
      const { type } = member.type.items;
      if (type === "list" || type === "map" || type === "object" || type === "number") return elsewhere(name);
      const field = find(name, member, type);
      return isRefusal(field) ? field : prismaList(field, type);
    },
    map: elsewhere,
    presence: elsewhere,
  };
}
