import type { BridgeExample } from "../examples.ts";

const TYPED = ["type-conversion", "other"] as const;

export const POSTGREST_EXAMPLES: readonly BridgeExample[] = [
  { foreign: "name=eq.x", tamis: "eq(name,'x')" },
  { foreign: "name=neq.a%26b&select=id&limit=3", tamis: "ne(name,'a&b')", back: "name=neq.a%26b" },
  { foreign: "size=gte.1", tamis: "ge(size,1)", notes: [TYPED] },
  {
    foreign: "size=lt.1&day=gt.2020-01-31",
    tamis: "and(lt(size,1),gt(day,2020-01-31))",
    notes: [TYPED, TYPED],
  },
  { foreign: "name=is.null", tamis: "isNull(name)" },
  { foreign: "name=not.is.null", tamis: "not(isNull(name))" },
  { foreign: "name=is.not_null", tamis: "not(isNull(name))", back: "name=not.is.null" },
  { foreign: "enabled=is.true", tamis: "enabled", back: "enabled=eq.true" },
  { foreign: "enabled=not.is.true", tamis: "not(and(not(isNull(enabled)),enabled))", back: null },
  { foreign: "name=in.(a,%22b,c%22)", tamis: "in(name,'a','b,c')" },
  { foreign: "name=like.*x*", tamis: "contains(name,'x')" },
  { foreign: "name=like.a%25", tamis: "startsWith(name,'a')", back: "name=like.a*" },
  { foreign: "name=not.like.a_*b", tamis: "not(match(name,'(?s)a..*b'))" },
  {
    foreign: "name=ilike.*X",
    tamis: "endsWith($secondary,name,'X')",
    notes: [["case-sensitivity", "other"]],
  },
  {
    foreign: "name=match.^ab",
    tamis: "startsWith(name,'ab')",
    notes: [["pattern", "other"]],
    back: "name=like.ab*",
  },
  { foreign: "or=(name.eq.x,name.is.null)", tamis: "or(eq(name,'x'),isNull(name))" },
  {
    foreign: "name=eq.x&not.or=(code.eq.a,and(code.not.eq.b,label.is.null))",
    tamis: "and(eq(name,'x'),not(or(eq(code,'a'),and(not(eq(code,'b')),isNull(label)))))",
  },
  {
    foreign: 'or=(name.eq."a,b",name.in.("x)",y))',
    tamis: "or(eq(name,'a,b'),in(name,'x)','y'))",
    back: "or=(name.eq.%22a,b%22,name.in.(%22x)%22,y))",
  },
  { foreign: "tags=cs.{a,b}", tamis: "and(eq(tags,'a'),eq(tags,'b'))", back: "tags=eq.a&tags=eq.b" },
  { foreign: "tags=ov.{a,b}", tamis: "in(tags,'a','b')", back: "tags=in.(a,b)" },
  { foreign: "name=fts.word", tamis: "true", notes: [["unsupported-operator", "more"]], back: null },
  { foreign: "owner.city=eq.Oslo", tamis: "eq(owner.city,'Oslo')" },
  { foreign: "data->>a=eq.1", tamis: "true", notes: [["unwritable-name", "more"]], back: null },
  { foreign: "", tamis: "true" },
  { foreign: "name=x", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "or=(name.eq.x", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "or=(name)", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "name=in.(a", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "name=in.a", tamis: undefined, notes: [["syntax", "failed"]] },
  {
    part: "sortBy",
    foreign: "order=name.desc.nullslast,size",
    tamis: "name:descending,isNull(size),size",
    notes: [
      ["string-order", "order"],
      ["string-order", "order"],
    ],
  },
];
