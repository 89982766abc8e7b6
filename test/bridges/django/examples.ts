import type { BridgeExample } from "../examples.ts";

const TYPED = ["type-conversion", "other"] as const;
const FOLDED = ["case-sensitivity", "other"] as const;

export const DJANGO_EXAMPLES: readonly BridgeExample[] = [
  { foreign: "name=x", tamis: "eq(name,'x')" },
  { foreign: "name__exact=a%26b&page=3", tamis: "eq(name,'a&b')", back: "name=a%26b" },
  { foreign: "name__iexact=x", tamis: "eq($secondary,name,'x')", notes: [FOLDED] },
  { foreign: "name__contains=x", tamis: "contains(name,'x')" },
  { foreign: "name__icontains=x", tamis: "contains($secondary,name,'x')", notes: [FOLDED] },
  { foreign: "name__startswith=x&name__endswith=y", tamis: "and(startsWith(name,'x'),endsWith(name,'y'))" },
  { foreign: "name__istartswith=x", tamis: "startsWith($secondary,name,'x')", notes: [FOLDED] },
  { foreign: "name__iendswith=x", tamis: "endsWith($secondary,name,'x')", notes: [FOLDED] },
  { foreign: "name__in=a,b", tamis: "in(name,'a','b')" },
  { foreign: "size__gt=1", tamis: "gt(size,1)", notes: [TYPED] },
  {
    foreign: "size__range=1,3",
    tamis: "and(ge(size,1),le(size,3))",
    notes: [TYPED, TYPED],
    back: "size__gte=1&size__lte=3",
  },
  { foreign: "size__range=1", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: "name__isnull=True", tamis: "isNull(name)" },
  { foreign: "name__isnull=false", tamis: "not(isNull(name))", back: "name__isnull=False" },
  { foreign: "enabled=True", tamis: "eq(enabled,true)", notes: [TYPED] },
  { foreign: "name__regex=^a.c$", tamis: "match(name,'a.c')", notes: [["pattern", "other"]], back: null },
  {
    foreign: "name__iregex=^ab",
    tamis: "match(name,'(?is)ab.*')",
    notes: [["pattern", "other"]],
    back: null,
  },
  {
    foreign: "at__date=2020-01-31",
    tamis: "and(ge(at,2020-01-31T00:00:00Z),lt(at,2020-02-01T00:00:00Z))",
    notes: [["time-zone", "other"]],
    back: "at__gte=2020-01-31T00:00:00Z&at__lt=2020-02-01T00:00:00Z",
  },
  { foreign: "at__year=2020", tamis: "true", notes: [["unsupported-function", "more"]], back: null },
  { foreign: "owner__city=Oslo", tamis: "eq(owner.city,'Oslo')" },
  { foreign: "owner__date__exact=x", tamis: "eq(owner.date,'x')" },
  { foreign: "", tamis: "true" },
  { foreign: "name=%", tamis: undefined, notes: [["syntax", "failed"]] },
  {
    part: "sortBy",
    foreign: "ordering=-owner__size",
    tamis: "owner.size:descending",
    notes: [
      ["string-order", "order"],
      ["null-order", "order"],
    ],
  },
];
