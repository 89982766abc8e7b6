import { words } from "../../words.ts";
import { DAYS, INSTANTS, NUMBERS, STRINGS, type Random } from "../random.ts";

const EQUALITIES = ["eq", "ne"] as const;
const COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"] as const;
const PATTERNS = words(String.raw`^a b$ ^a.*c$ [a-z]+ ^[A-Z]$ a|B ^(?:a|ab)$ ^[\s\S]$ .`);

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns a random filter of OData over the members of `CATALOG`, with everything that the bridge reads. */
export function randomOData(random: Random, depth = 3): string {
  if (depth > 0 && random.chance(60)) {
    const inner = () => randomOData(random, depth - 1);
    if (random.chance(35)) return `not (${inner()})`;
    const operator = random.pick([" and ", " or ", " AND "]);
    return `(${Array.from({ length: 2 + random.below(2) }, inner).join(operator)})`;
  }
  const text = () => quote(random.pick(STRINGS));
  const name = random.pick(["name", "code", "label"]);
  const [operator, equality] = [random.pick(COMPARISONS), random.pick(EQUALITIES)];
  switch (random.below(24)) {
    case 0:
      return `${name} ${operator} ${text()}`;
    case 1:
      return `${random.pick(["name", "size", "enabled", "day", "at", "id"])} ${operator} null`;
    case 2:
      return `${random.pick(["size", "total", "id"])} ${operator} ${random.pick(NUMBERS)}`;
    case 3:
      return `${random.pick(NUMBERS)} ${operator} ${random.pick(["size", "total"])}`;
    case 4:
      return `${random.pick(["size", "total", "id"])} ${operator} ${random.pick(["size", "total", "id"])}`;
    case 5:
      return random.pick(["enabled", "enabled eq true", "enabled ne false", "not enabled", "null", "true"]);
    case 6:
      return `${random.pick(["contains", "startswith", "ENDSWITH"])}(${name},${text()})`;
    case 7:
      return `${name} in (${Array.from({ length: 1 + random.below(3) }, () => (random.chance(15) ? "null" : text())).join(", ")})`;
    case 8:
      return `day ${operator} ${random.pick(DAYS)}`;
    case 9:
      return `at ${operator} ${random.pick(INSTANTS)}`;
    case 10:
      return `length(${name}) ${operator} ${random.below(4)}`;
    case 11:
      return `indexof(${name},${text()}) ${operator} ${random.pick([-1, 0, 1])}`;
    case 12:
      return `substring(${name},${random.below(3)},${random.below(3)}) ${equality} ${text()}`;
    case 13:
      return `${random.pick(["tolower", "toupper"])}(${name}) ${equality} ${text()}`;
    case 14:
      return `trim(${name}) ${equality} ''`;
    case 15:
      return `matchesPattern(${name},${quote(random.pick(PATTERNS))})`;
    case 16:
      return `tags/${random.pick(["any", "all"])}(t:t ${operator} ${text()})`;
    case 17:
      return `tags/any(t:${random.pick(["contains", "startswith", "endswith"])}(t,${text()}) or t in (${text()},${text()}))`;
    case 18:
      return random.pick([
        "tags/any()",
        `tags/all(t:not (t eq ${text()}))`,
        `${text()} in tags`,
        `hassubset(tags,[${text()}])`,
      ]);
    case 19:
      return `tags/$count ${operator} ${random.below(3)}`;
    case 20:
      return `year(${random.pick(["day", "at"])}) ${operator} ${random.pick([2019, 2020, 2021])}`;
    case 21:
      return `date(at) ${operator} ${random.pick(DAYS)}`;
    case 22:
      return `${random.pick(["name", "code"])} ${equality} ${random.pick(["code", "concat('a','b')", "label"])}`;
    default:
      return random.pick([
        `(size gt 1) ${equality} true`,
        `contains(name,${text()}) ${equality} true`,
        `size add 1 ${operator} 2`,
        `size ${operator} 4 sub 3`,
        `tags/any(t:t eq ${text()} and size gt 0)`,
        `tags/any(t:t eq ${text()} and t ne ${text()})`,
      ]);
  }
}
