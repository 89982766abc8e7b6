import { defineCatalog, print } from "tamis";
import { catalogFromJsonSchema, resolveMember } from "tamis/catalog";
import { listMembers, typeText } from "tamis/editor";
import { foreignSyntax } from "tamis/editor/foreign-syntax";
import { defineTamisFilter, TamisFilterElement } from "tamis/element";
import { describe, reviewFilter } from "tamis/understand";
import { decodeQuery } from "tamis/url";
import { clock } from "../answers/clock.ts";
import { LANGUAGE, type Language } from "../contract/language.ts";
import { chooseMember, joinConditions, literalOf, splitFilter } from "./member-conditions.ts";

const language: Language = {
  defineCatalog,
  readSchema: (schema) => {
    const { catalog, problems } = catalogFromJsonSchema(schema);
    if (catalog === undefined) throw new Error(problems.map(({ message }) => message).join(" "));
    return defineCatalog(catalog.definition);
  },
  joinFilters: (search, catalog) => {
    const { query, diagnostics } = decodeQuery(search, { catalog });
    return query === undefined
      ? { filter: undefined, problems: diagnostics.map(({ message }) => message) }
      : { filter: print(query.filter), problems: [] };
  },
  serviceOptions: ({ hasClock }) => ({
    functions: hasClock ? clock() : [],
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    foreignSyntax,
    understanding: { describe, reviewFilter },
  }),
  listMembers: (catalog) =>
    listMembers(catalog).map(({ name, member }) => {
      const type = resolveMember(catalog, name)?.type ?? member;
      return {
        name,
        type: typeText(member),
        valueType: type.type === "list" ? type.items.type : type.type,
        filterable: member.filterable,
      };
    }),
  splitFilter,
  chooseMember,
  joinConditions,
  literalOf,
};

TamisFilterElement.describe = describe;
defineTamisFilter();
Object.defineProperty(globalThis, LANGUAGE, { value: language });
