import { SAME, readExamples } from "../examples.ts";

const TYPED = "type-conversion other";
const FOLDED = "case-sensitivity other";

export const DJANGO_EXAMPLES = readExamples(
  [
    ["name=x", "eq(name,'x')"],
    ["name__exact=a%26b&page=3", "eq(name,'a&b')", "name=a%26b"],
    ["name__iexact=x", "eq($secondary,name,'x')", SAME, FOLDED],
    ["name__contains=x", "contains(name,'x')"],
    ["name__icontains=x", "contains($secondary,name,'x')", SAME, FOLDED],
    ["name__startswith=x&name__endswith=y", "and(startsWith(name,'x'),endsWith(name,'y'))"],
    ["name__istartswith=x", "startsWith($secondary,name,'x')", SAME, FOLDED],
    ["name__iendswith=x", "endsWith($secondary,name,'x')", SAME, FOLDED],
    ["name__in=a,b", "in(name,'a','b')"],
    ["size__gt=1", "gt(size,1)", SAME, TYPED],
    ["size__range=1,3", "and(ge(size,1),le(size,3))", "size__gte=1&size__lte=3", TYPED, TYPED],
    ["size__range=1", "true", null, "unsupported-value more"],
    ["name__isnull=True", "isNull(name)"],
    ["name__isnull=false", "not(isNull(name))", "name__isnull=False"],
    ["enabled=True", "eq(enabled,true)", SAME, TYPED],
    ["name__regex=[a", "true", null, "unsupported-function more"],
    ["name__regex=^a.c$", "match(name,'a.c')", null, "pattern other"],
    ["name__iregex=^ab", "match(name,'(?is)ab.*')", null, "pattern other"],
    [
      "at__date=2020-01-31",
      "and(ge(at,2020-01-31T00:00:00Z),lt(at,2020-02-01T00:00:00Z))",
      "at__gte=2020-01-31T00:00:00Z&at__lt=2020-02-01T00:00:00Z",
      "time-zone other",
    ],
    ["at__year=2020", "true", null, "unsupported-function more"],
    ["owner__city=Oslo", "eq(owner.city,'Oslo')"],
    ["owner__date__exact=x", "eq(owner.date,'x')"],
    ["", "true"],
    ["name=%", undefined, SAME, "syntax failed"],
  ],
  [["ordering=-owner__size", "owner.size:descending", SAME, "string-order order", "null-order order"]],
);
