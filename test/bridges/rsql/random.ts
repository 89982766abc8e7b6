import { words } from "../../words.ts";
import { DAYS, INSTANTS, NUMBERS, STRINGS, type Random } from "../random.ts";

const COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "=lt=", "=le=", "=gt=", "=ge="];
const LISTS = ["=in=", "=out="];
const RANGES = ["=bt=", "=nb="];
const SEARCHES = ["=like=", "=notlike=", "=ilike=", "=inotlike=", "=icase=", "=contains=", "=sw=", "=ew="];
const WILDCARDS = ["*", "a*", "*b", "*b*", "a*c", "^AB", "^a*", "50%*", "*_b"];

const KINDS: readonly (readonly [
  names: readonly string[],
  operators: readonly string[],
  values: readonly unknown[],
])[] = [
  [["name", "code", "label"], [...COMPARISONS, ...LISTS, ...RANGES], STRINGS],
  [["name", "code", "label"], SEARCHES, STRINGS],
  [["name", "code", "label"], ["==", "!="], WILDCARDS],
  [["size", "total", "id"], [...COMPARISONS, ...LISTS, ...RANGES], NUMBERS],
  [["size", "total", "day"], ["==", "!="], ["null"]],
  [["enabled"], ["==", "!=", ...LISTS], [true, false]],
  [["day"], [...COMPARISONS, ...LISTS, ...RANGES], DAYS],
  [["at"], [...COMPARISONS, ...LISTS, ...RANGES], INSTANTS],
  [["tags"], ["==", "!=", ...LISTS], STRINGS],
];

/** Returns a random filter of RSQL with the usual custom operators, in all its spellings. */
export function randomRsql(random: Random, depth = 3): string {
  if (depth > 0 && random.chance(50)) {
    const parts = Array.from({ length: 2 + random.below(2) }, () => randomRsql(random, depth - 1));
    const isOr = random.chance(50);
    const written = parts.map((each) => (random.chance(60) ? `(${each})` : each));
    return written.join(isOr ? random.pick([",", " or ", " , "]) : random.pick([";", " and ", " ; "]));
  }
  const space = () => (random.chance(5) ? random.pick([" ", "\t", "  "]) : "");
  if (random.chance(12)) {
    const name = random.pick(["name", "code", "size", "enabled", "day", "tags"]);
    const operator = random.pick(["=isnull=", "=notnull=", "=exists="]);
    return `${name}${operator}${random.pick(["true", "''", "false"])}`;
  }
  const [names, operators, values] = random.pick(KINDS);
  const operator = random.pick(operators);
  const value = () => randomValue(random, String(random.pick(values)));
  const several = (count: number) =>
    `(${Array.from({ length: count }, value).join(`${space()},${space()}`)})`;
  const right = LISTS.includes(operator)
    ? several(1 + random.below(3))
    : RANGES.includes(operator)
      ? several(2)
      : value();
  return `${random.pick(names)}${space()}${operator}${space()}${right}`;
}

/** Returns a value, in quotes if it needs them, and sometimes without need. */
function randomValue(random: Random, text: string): string {
  const needsQuotes = !/^[^"'();,=!~<>\s]+$/.test(text);
  if (!needsQuotes && random.chance(70)) return text;
  const quote = random.pick(['"', "'"]);
  return (
    quote +
    text.replaceAll(/["'\\]/g, (each) => (each === quote || each === "\\" ? `\\${each}` : each)) +
    quote
  );
}

const SOUP = [
  ...["(", ")", ";", ",", "(", ")", ";", ",", " ", " ", "\t", "\n", " and ", " or ", '"y z"'],
  ...words("== != =in= =out= =gt= =isnull= =Like= < <= > = ! ~ and or AND a b.c 1 x* \\ ' \" 'x'"),
  ...[String.raw`'it\'s'`, "é", "😀", "==1", "a==1", "a=in=(1,2)"],
];

/** Returns random pieces of RSQL, joined in any order. About one in ten results is a filter. */
export function randomSoup(random: Random): string {
  return Array.from({ length: 1 + random.below(9) }, () => random.pick(SOUP)).join("");
}

const TOKEN =
  /'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|=[A-Za-z]*=|!=|[<>]=?|[(),;]|[^"'();,=!~<> \t\n\r]+|[^]/g;

/**
 * Writes the additions of the bridge in the notation of @rsql/parser: a selector alone, null tests without a value, and operators
 * with upper-case letters.
 */
export function withoutAdditions(text: string): string {
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({
    token,
    end: index + token.length,
  }));
  const isSpace = (token: string) => /^[ \t\n\r]$/.test(token);
  const isSign = (token: string | undefined) =>
    token !== undefined && /^(?:=[A-Za-z]*=|!=|[<>]=?)$/.test(token);
  const isLogicWord = ({ token, end }: (typeof tokens)[0]) =>
    (token === "and" || token === "or") && text.charAt(end) === " ";
  const next = (i: number) => tokens.slice(i + 1).find(({ token }) => !isSpace(token))?.token;
  let previous: string | undefined;
  let isInList = false;
  let written = "";
  tokens.forEach((each, i) => {
    const { token } = each;
    written += isSign(token) ? token.toLowerCase() : token;
    if (isSpace(token)) return;
    if (token === "(" && isSign(previous)) isInList = true;
    else if (token === ")") isInList = false;
    const isWord = !/^["'();,=!~<>]/.test(token) && !isLogicWord(each);
    if (isWord && !isInList && !isSign(previous) && !isSign(next(i))) written += "==x";
    if (token.toLowerCase() === "=isnull=" && !isInList && /^[);,]$|^$/.test(next(i) ?? "")) written += "x";
    previous = token;
  });
  return written;
}
