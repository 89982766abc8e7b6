import { defineCatalog, print } from "tamis";
import { odataBridge } from "tamis/bridges/odata";
import { rsqlBridge } from "tamis/bridges/rsql";
import { sqlBridge } from "tamis/bridges/sql";
import { catalogFromJsonSchema, resolveMember } from "tamis/catalog";
import { createLanguageService, listMembers, typeText } from "tamis/editor";
import { foreignSyntax } from "tamis/editor/foreign-syntax";
import { describe, reviewFilter, simplify } from "tamis/understand";
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
  createService: (catalog, { hasClock }) =>
    createLanguageService({
      catalog,
      functions: hasClock ? clock() : [],
      locale: "en",
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      languages: [sqlBridge, odataBridge, rsqlBridge],
      foreignSyntax,
      understanding: { describe, simplify, reviewFilter },
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

Object.defineProperty(globalThis, LANGUAGE, { value: language });
