/**
 * Whether a null test around a condition decides the rows in which a member is null: `name=isnull=true,name!=x` keeps them, whatever
 * the server does with null in `!=`.
 */
export type Guards = (member: string) => boolean;

export const NO_GUARDS: Guards = () => false;

/** Adds the members of the null tests next to a condition. A lookup takes at most as many steps as the condition is deep. */
export function withGuards(outer: Guards, members: readonly string[]): Guards {
  if (members.length === 0) return outer;
  const own = new Set(members);
  return (member) => own.has(member) || outer(member);
}
