import { invalid, readExamples, SAME } from "../examples.ts";

const TYPED = "type-conversion other";

export const POSTGREST_EXAMPLES = readExamples(
  [
    ["name=eq.x", "eq(name,'x')"],
    ["name=neq.a%26b&select=id&limit=3", "ne(name,'a&b')", "name=neq.a%26b"],
    ["size=gte.1", "ge(size,1)", SAME, TYPED],
    ["size=lt.1&day=gt.2020-01-31", "and(lt(size,1),gt(day,2020-01-31))", SAME, TYPED, TYPED],
    ["name=is.null", "isNull(name)"],
    ["name=not.is.null", "not(isNull(name))"],
    ["name=is.not_null", "not(isNull(name))", "name=not.is.null"],
    ["enabled=is.true", "enabled", "enabled=eq.true"],
    ["enabled=not.is.true", "not(and(not(isNull(enabled)),enabled))", null],
    ["name=in.(a,%22b,c%22)", "in(name,'a','b,c')"],
    ["name=like.*x*", "contains(name,'x')"],
    ["name=like.a%25", "startsWith(name,'a')", "name=like.a*"],
    ["name=not.like.a_*b", "not(match(name,'(?s)a..*b'))"],
    ["name=ilike.*X", "endsWith($secondary,name,'X')", SAME, "case-sensitivity other"],
    ["name=match.a)(b", "true", null, "unsupported-value more"],
    ["name=match.^ab", "startsWith(name,'ab')", "name=like.ab*", "pattern other"],
    ["or=(name.eq.x,name.is.null)", "or(eq(name,'x'),isNull(name))"],
    [
      "name=eq.x&not.or=(code.eq.a,and(code.not.eq.b,label.is.null))",
      "and(eq(name,'x'),not(or(eq(code,'a'),and(not(eq(code,'b')),isNull(label)))))",
    ],
    [
      'or=(name.eq."a,b",name.in.("x)",y))',
      "or(eq(name,'a,b'),in(name,'x)','y'))",
      "or=(name.eq.%22a,b%22,name.in.(%22x)%22,y))",
    ],
    ["tags=cs.{a,b}", "and(eq(tags,'a'),eq(tags,'b'))", "tags=eq.a&tags=eq.b"],
    ["tags=ov.{a,b}", "in(tags,'a','b')", "tags=in.(a,b)"],
    ["name=fts.word", "true", null, "unsupported-operator more"],
    ["owner.city=eq.Oslo", "eq(owner.city,'Oslo')"],
    ["data->>a=eq.1", "true", null, "unwritable-name more"],
    ["", "true"],
    ...invalid("name=x", "or=(name.eq.x", "or=(name)", "name=in.(a", "name=in.a"),
  ],
  [
    [
      "order=name.desc.nullslast,size",
      "name:descending,isNull(size),size",
      SAME,
      "string-order order",
      "string-order order",
    ],
  ],
);
