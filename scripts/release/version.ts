/** Parts of a version that a release can increase. */
export const BUMPS = ["major", "minor", "patch"] as const;

export type Bump = (typeof BUMPS)[number];

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * Returns the version of the next release.
 *
 * @param current version of package.json, such as `0.1.0`
 * @param argument a part to increase, or a version that is greater than the current one. The first release may have the current version.
 * @param isReleased whether the current version has a section in the changelog
 * @example nextVersion("0.1.0", "minor", true) // => "0.2.0"
 * @throws Error for any other argument
 */
export function nextVersion(current: string, argument: string, isReleased: boolean): string {
  const numbers = numbersOf(current);
  if (numbers === undefined)
    throw new Error(`The version of package.json must be of the form 1.2.3, got ${current}.`);
  const place = BUMPS.indexOf(argument as Bump);
  if (place >= 0)
    return numbers.map((number, i) => (i < place ? number : i === place ? number + 1 : 0)).join(".");
  const given = numbersOf(argument);
  if (given === undefined)
    throw new Error(`The version must be ${BUMPS.join(", ")} or of the form 1.2.3, got ${argument}.`);
  const difference = given.map((number, i) => number - numbers[i]!).find((each) => each !== 0) ?? 0;
  if (difference < 0 || (difference === 0 && isReleased))
    throw new Error(`The version must be greater than ${current}, got ${argument}.`);
  return argument;
}

function numbersOf(version: string): readonly number[] | undefined {
  return VERSION.exec(version)?.slice(1).map(Number);
}

/**
 * Returns the text with its version replaced by the next one, where `pattern` matches. The other versions in a text are those of other
 * packages.
 *
 * @param pattern has the version as `{version}`, such as `"version": "{version}"`
 * @throws Error if the text does not have the pattern with the current version
 */
export function replaceVersion(text: string, pattern: string, current: string, next: string): string {
  const found = pattern.replace("{version}", () => current);
  if (!text.includes(found)) throw new Error(`expected ${found}`);
  return text.replace(found, () => pattern.replace("{version}", () => next));
}
