import { defineCatalog } from "../../src/catalog/define-catalog.ts";

/** A typical mistake. docs/mistakes.md is generated from this list. */
export interface Mistake {
  readonly topic: string;
  readonly kind: "filter" | "sortBy" | "query";
  /** Text of the user, with « and » around the position that the first message should point at. */
  readonly marked: string;
  /** The same filter or sort, in this language. */
  readonly meant: string;
  /** Why no fix is certain to mean that. Only for mistakes without a fix. */
  readonly withoutFix?: string;
  /** A word that a message about this problem contains. */
  readonly names: string;
}

/** The catalog that the mistakes are checked against. */
export const CUSTOMERS = defineCatalog({
  name: "customers",
  members: {
    id: "string",
    name: "string",
    zip: "string",
    state: { type: "string", enum: ["open", "done"] },
    size: "integer",
    price: "number",
    enabled: "boolean",
    created: "dateTime",
    day: "date",
    tags: { type: "list", items: "string" },
    owner: { type: "object", members: { name: "string", city: "string" } },
  },
  key: "id",
  maximumLimit: 100,
});

type Row = readonly [marked: string, meant: string, names: string, withoutFix?: string];

const mistakes = (topic: string, kind: Mistake["kind"], rows: readonly Row[]) =>
  rows.map(([marked, meant, names, withoutFix]): Mistake => ({
    topic,
    kind,
    marked,
    meant,
    names,
    ...(withoutFix === undefined ? {} : { withoutFix }),
  }));
const filters = (topic: string, rows: readonly Row[]) => mistakes(topic, "filter", rows);
const sorts = (topic: string, rows: readonly Row[]) => mistakes(topic, "sortBy", rows);

const ROUNDING =
  "size / 2 is rounded in some languages, so the other side cannot be computed for all of them";
const OTHER_SIDE =
  "to compute the other side means to divide it, and the result of a product can be rounded or too large";
const NO_INDEX = "the language cannot select an element, and a comparison with any element has other rows";

export const MISTAKES: readonly Mistake[] = [
  ...filters("Operators", [
    ["name «=» 'x'", "eq(name,'x')", "operator ="],
    ["size «==» 3", "eq(size,3)", "operator =="],
    ["size «!=» 3", "ne(size,3)", "operator !="],
    ["size «<>» 3", "ne(size,3)", "operator <>"],
    ["size «<» 10", "lt(size,10)", "operator <"],
    ["size «>=» 3 && size < 10", "and(ge(size,3),lt(size,10))", "&&"],
    ["state «=» 'open' || enabled", "or(eq(state,'open'),enabled)", "||"],
    ["«!»enabled", "not(enabled)", "operator !"],
    ["eq(state,'open') «AND» eq(size,3)", "and(eq(state,'open'),eq(size,3))", "AND"],
    [
      "eq(state,'open') «or» not(enabled) and eq(size,1)",
      "or(eq(state,'open'),and(not(enabled),eq(size,1)))",
      "or",
    ],
    ["«NOT» state = 'open'", "not(eq(state,'open'))", "NOT"],
    ["1 «<» size < 10", "lt(1,size,10)", "operator <"],
    ["size «*» 2 > 10", "gt(size,5)", "arithmetic", OTHER_SIDE],
    ["price «/» 2 > 10", "gt(price,20)", "arithmetic", ROUNDING],
    ["gt(size«*»2,10)", "gt(size,5)", "arithmetic", OTHER_SIDE],
    ["gt(size«+»1,price)", "gt(size,price)", "arithmetic", "members cannot be added"],
    ["gt(size,«2+3»)", "gt(size,5)", "arithmetic"],
    ["gt(size,«2.5+1»)", "gt(size,3.5)", "Write the result.", "tamis computes integers only"],
    ["gt(size,10«*»60)", "gt(size,600)", "arithmetic"],
    ["gt(size,10«/»4)", "gt(size,2.5)", "arithmetic", "10/4 is 2 in languages that divide integers"],
    ["eq(zip,«555-1234»)", "eq(zip,'555-1234')", "quotes"],
    ["eq(name«:»primary,'x')", "eq($primary,name,'x')", "strength"],
    ["eq(name,«primary»,'x')", "eq($primary,name,'x')", "strength stands first"],
    ["eq(«primary»,name,'x')", "eq($primary,name,'x')", "strength stands first"],
  ]),
  ...filters("SQL", [
    ["zip «IS» NULL", "isNull(zip)", "IS"],
    ["zip «is» not null and size = 3", "and(not(isNull(zip)),eq(size,3))", "is"],
    ["zip «=» null", "isNull(zip)", "operator ="],
    ["name «LIKE» 'a%'", "startsWith(name,'a')", "LIKE"],
    ["name «LIKE» '%a%' OR name LIKE '%b'", "or(contains(name,'a'),endsWith(name,'b'))", "LIKE"],
    ["name «ILIKE» '%sales%'", "contains($secondary,name,'sales')", "ILIKE"],
    ["state «IN» ('open','done')", "in(state,'open','done')", "IN"],
    ["state «NOT IN» ('open')", "not(in(state,'open'))", "NOT IN"],
    ["size «BETWEEN» 1 AND 10", "and(ge(size,1),le(size,10))", "BETWEEN"],
    ["«SELECT * FROM customers WHERE» size > 3", "gt(size,3)", "SELECT"],
    ["size «>» 3 ORDER BY name", "gt(size,3)", "sortBy"],
    ["«LOWER»(name) = 'x'", "eq(downCase(name),'x')", "LOWER"],
    ["name = 'x' or «'y'»", "in(name,'x','y')", "in", "a condition can be missing after or"],
  ]),
  ...filters("Calls of other languages", [
    ["«between»(size,1,10)", "le(1,size,10)", "function between"],
    ["«like»(name,'%x%')", "contains(name,'x')", "function like"],
    ["«ilike»(name,'%x%')", "contains($secondary,name,'x')", "function ilike"],
    ["«regex»(name,'^a')", "startsWith(name,'a')", "function regex"],
    ["name «^=» 'a'", "startsWith(name,'a')", "operator ^="],
    ["name«$=»'a'", "endsWith(name,'a')", "operator $="],
    ["state «in» open,done", "in(state,'open','done')", "operator in"],
    ["eq(«owner[city]»,'x')", "eq(owner.city,'x')", "dots"],
    ["«eq»'name','x')", "eq(name,'x')", "parentheses"],
    ["«icontains»(name,'x')", "contains($secondary,name,'x')", "function icontains"],
    ["«notStartsWith»(name,'a')", "not(startsWith(name,'a'))", "not(startsWith"],
    ["«doesNotContain»(name,'a')", "not(contains(name,'a'))", "not(contains"],
    ["«nand»(enabled,eq(size,1))", "not(and(enabled,eq(size,1)))", "not(and"],
    ["«any»(tags,'a')", "contains(tags,'a')", "function any"],
    ["count(tags) «>» 1", "gt(length(tags),1)", "operator >"],
    ["«empty»(tags)", "eq(length(tags),0)", "function empty"],
    ["«isEmpty»(name)", "eq(name,'')", "function isEmpty"],
    ["«notEmpty»(tags)", "gt(length(tags),0)", "function notEmpty"],
    ["year(created) «=» 2024", "and(ge(created,2024-01-01),lt(created,2025-01-01))", "operator ="],
    ["eq(«year»(created),2024)", "and(ge(created,2024-01-01),lt(created,2025-01-01))", "function year"],
    ["date(created) «=» '2024-01-01'", "and(ge(created,2024-01-01),lt(created,2024-01-02))", "operator ="],
    ["«xor»(enabled,eq(size,1))", "ne(enabled,eq(size,1))", "function xor"],
    ["«['a','b']».includes(name)", "in(name,'a','b')", "includes is called"],
    ["eq(name«'x'»)", "eq(name,'x')", "comma is missing"],
    ["eq(«$ci»,name,'x')", "eq($secondary,name,'x')", "strength $ci"],
    [
      "«like»(tags,'%x%')",
      "contains(tags,'x')",
      "function like",
      "contains compares whole elements of a list",
    ],
  ]),
  ...filters("Search boxes", [
    ["name«:»x", "eq(name,'x')", "colon"],
    ['name«:»"x" AND size:>5', "and(eq(name,'x'),gt(size,5))", "colon"],
    ["«-»state:done", "not(eq(state,'done'))", "operator -"],
    ["name«:»a*", "startsWith(name,'a')", "colon"],
    ["size«:»[1 TO 10]", "le(1,size,10)", "colon"],
    ["size«:»1..10", "le(1,size,10)", "colon"],
    ["size«:»{1 TO 10]", "and(gt(size,1),le(size,10))", "colon"],
    ["created«:>»2024-01-01", "gt(created,2024-01-01)", "colon"],
    ["state«:»(open OR done)", "in(state,'open','done')", "colon"],
    ["owner.city«:»*", "not(isNull(owner.city))", "colon"],
    ["state«:»open,done", "in(state,'open','done')", "colon", "a comma separates values, or conditions"],
  ]),
  ...filters("OData and RSQL", [
    ["name«==»a:b,size==3", "or(eq(name,'a:b'),eq(size,3))", "=="],
    ["name «eq» 'x' and size gt 3", "and(eq(name,'x'),gt(size,3))", "eq"],
    ["«startswith»(name,'a') and size le 3", "and(startsWith(name,'a'),le(size,3))", "startswith"],
    ["«owner/city» eq 'Rome'", "eq(owner.city,'Rome')", "dots"],
    ["tags/«any»(t: t eq 'x')", "eq(tags,'x')", "any"],
    ["name«==»x;size=gt=1", "and(eq(name,'x'),gt(size,1))", "=gt="],
    ["state«=in=»(open,done)", "in(state,'open','done')", "=in="],
    ["name«==»a*;size=le=5", "and(startsWith(name,'a'),le(size,5))", "=le="],
  ]),
  ...filters("JavaScript, JSON and patterns", [
    ["«name.startsWith»('a')", "startsWith(name,'a')", "startsWith"],
    ["name «=~» /^ab.c/i", "match(name,'(?i)ab.c(?s:.*)')", "=~"],
    ["match(name,«/^a[0-9]+$/»)", "match(name,'a[0-9]+')", "pattern"],
    ["tags«[0]» = 'x'", "eq(tags,'x')", "index", NO_INDEX],
    ["eq(tags«.0»,'x')", "eq(tags,'x')", "index", NO_INDEX],
    ["matchAny(«tags»,'x')", "matchAny('x',tags)", "pattern as its first argument"],
    ["match('a.*',«name»)", "match(name,'a.*')", "pattern as its second argument"],
    ["«owner['city']» = 'Rome'", "eq(owner.city,'Rome')", "dots"],
    ['«{»"name":"x","size":3}', "and(eq(name,'x'),eq(size,3))", "JSON"],
    ['«{»"size":{"$gt":3}}', "gt(size,3)", "JSON"],
    ['«{»"call":"isNull","args":[{"name":"zip"}]}', "isNull(zip)", "JSON"],
  ]),
  ...filters("Parentheses and commas", [
    ["«eq(»name,'x'", "eq(name,'x')", "closed"],
    ["eq(name,'x')«)»", "eq(name,'x')", "parenthesis"],
    ["«(»eq(name,'x'))", "eq(name,'x')", "parenthesis"],
    ["eq(name«;»'x')", "eq(name,'x')", "commas"],
    ["eq(name«:»'x')", "eq(name,'x')", "commas"],
    ["eq(name «'x'»)", "eq(name,'x')", "comma"],
    ["eq(name,«,»'x')", "eq(name,'x')", "comma"],
    ["in(state,«[»'open','done'])", "in(state,'open','done')", "list"],
    ["eq(name «=» 'x')", "eq(name,'x')", "operator ="],
    ["eq(state,'open')«,eq(size,3)»", "and(eq(state,'open'),eq(size,3))", "and("],
    ["size «>»", "gt(size,0)", "value after > is missing", "the value is not known"],
    ["size «>» 3 and", "gt(size,3)", "condition after and is missing", "the condition is not known"],
    ["name «=» 'x", "eq(name,'x')", "closed"],
    ["eq(size,1)«;»", "eq(size,1)", ";"],
  ]),
  ...filters("Quoting", [
    ["eq(name,'O«'»Brien')", "eq(name,'O''Brien')", "twice"],
    ["eq(name,«'»x)", "eq(name,'x')", "closed"],
    ["eq(name,«‘»x’)", "eq(name,'x')", "quote"],
    ["eq(name,New «York»)", "eq(name,'New York')", "quotes"],
    ["eq(«'name'»,'x')", "eq(name,'x')", "quote"],
    ["eq(state,«open»)", "eq(state,'open')", "string"],
    ["eq(size,«'3'»)", "eq(size,3)", "quotes"],
    ['"name" «=» "x"', "eq(name,'x')", "operator ="],
  ]),
  ...filters("Names and functions", [
    ["eq(«nmae»,'x')", "eq(name,'x')", "nmae"],
    ["eq(«owner.ctiy»,'Rome')", "eq(owner.city,'Rome')", "ctiy"],
    ["«equals»(name,'x')", "eq(name,'x')", "equals"],
    ["«Eq»(name,'x')", "eq(name,'x')", "Eq"],
    ["«isnull»(zip)", "isNull(zip)", "isnull"],
    ["«startswith»(name,'a')", "startsWith(name,'a')", "startswith"],
    ["eq(«$Primary»,name,'x')", "eq($primary,name,'x')", "$Primary"],
    ["eq(name,«$primary»,'x')", "eq($primary,name,'x')", "$primary"],
  ]),
  ...filters("Types, numbers and dates", [
    ["eq(enabled,«yes»)", "eq(enabled,true)", "true or false"],
    ["eq(enabled,«'no'»)", "eq(enabled,false)", "boolean"],
    ["eq(enabled,«1»)", "eq(enabled,true)", "boolean"],
    ["enabled «=» yes", "eq(enabled,true)", "operator ="],
    ["gt(price,«€»5)", "gt(price,5)", "currencies"],
    ["gt(price,«$5»)", "gt(price,5)", "$5", "it can be a placeholder for a value, as in PostgreSQL"],
    ["eq(size,«1_000»)", "eq(size,1000)", "number"],
    ["gt(price,«.5»)", "gt(price,0.5)", "number"],
    ["ge(day,«2020-1-5»)", "ge(day,2020-01-05)", "date"],
    ["ge(created,«2020-01-31T10:00:00z»)", "ge(created,2020-01-31T10:00:00Z)", "date"],
    ["ge(created,2020-01-31 «10:00:00»)", "ge(created,2020-01-31T10:00:00)", "T"],
    ["created «>=» DATE '2020-01-31'", "ge(created,2020-01-31)", "operator >="],
    ["day «>» 25.12.2024", "gt(day,2024-12-25)", "operator >"],
    ["day «=» 2024/01/05", "eq(day,2024-01-05)", "operator ="],
    [
      "day > «1/5/2024»",
      "gt(day,2024-05-01)",
      "begin with the year",
      "the first number can be the day or the month: there are two fixes",
    ],
    ["ge(day,«2024/01/05»)", "ge(day,2024-01-05)", "hyphens"],
    ["eq(zip,«01234»)", "eq(zip,'01234')", "leading zeros"],
    ["eq(zip,«null»)", "isNull(zip)", "null"],
    ["eq(enabled,«True»)", "eq(enabled,true)", "True"],
  ]),
  ...sorts("Sort keys", [
    ["«-»name", "name:descending", "-"],
    ["name «DESC»", "name:descending", "DESC"],
    ["«ORDER BY» size DESC, name", "size:descending,name", "ORDER BY"],
    ["name:«desc»", "name:descending", "desc"],
    ["name:«desc»,size:asc", "name:descending,size", "desc"],
    ["name«;»size", "name,size", "commas"],
    ['«{»"size":-1}', "size:descending", "JSON"],
    ["«nmae»:descending", "name:descending", "nmae"],
  ]),
  ...filters("URLs", [
    ["«https://example.org/customers?filter=»eq(name%2C'x')&limit=3", "eq(name,'x')", "URL"],
    ["eq(name«%2C»%27x%27)", "eq(name,'x')", "percent"],
    ["«?»state=open&size=3", "and(eq(state,'open'),eq(size,3))", "URL"],
    ["«filter=»eq(name,'x')", "eq(name,'x')", "filter="],
    ["«$filter=»name eq 'x'", "eq(name,'x')", "URL"],
  ]),
  { topic: "URLs", kind: "query", marked: "«nmae»=x", meant: "name=x", names: "nmae" },
  {
    topic: "URLs",
    kind: "query",
    marked: "filter=name%20«eq»%20'x'",
    meant: "filter=eq(name,'x')",
    names: "eq",
  },
  {
    topic: "URLs",
    kind: "query",
    marked: "«state!=open»",
    meant: "filter=ne(state,'open')",
    names: "equality",
  },
  {
    topic: "URLs",
    kind: "query",
    marked: "«size>=3»&limit=5",
    meant: "filter=ge(size,3)&limit=5",
    names: "equality",
  },
  {
    topic: "URLs",
    kind: "query",
    marked: "size=«abc»",
    meant: "size=0",
    names: "abc",
    withoutFix: "the number is not known",
  },
];
