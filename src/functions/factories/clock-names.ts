/** Names of the clock functions, and those that other languages use for them. */
export const CLOCK_NAMES = {
  now: ["getDate", "sysdate", "systimestamp", "currentTimestamp", "current_timestamp", "utcNow"],
  today: ["currentDate", "current_date", "curdate"],
  ago: [],
} as const satisfies Record<string, readonly string[]>;

export type ClockFunction = keyof typeof CLOCK_NAMES;

/** Returns the clock function with a name, in any case. Accepts the names of other languages, such as `current_date`. */
export function clockFunctionNamed(word: string): ClockFunction | undefined {
  const folded = word.toLowerCase();
  const names = Object.keys(CLOCK_NAMES) as readonly ClockFunction[];
  return names.find((name) => [name, ...CLOCK_NAMES[name]].some((alias) => alias.toLowerCase() === folded));
}
