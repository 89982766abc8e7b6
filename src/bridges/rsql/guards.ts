/**
 * Returns whether a null test around a condition decides the rows in which a member is null. Servers evaluate `name!=x`
 * differently for null, but all of them keep null for `name=isnull=true,name!=x`.
 */
export type Guards = (member: string) => boolean;

export const NO_GUARDS: Guards = () => false;

/** Adds the members of the null tests next to a condition. A lookup takes time in proportion to the condition's depth. */
export function withGuards(outer: Guards, members: readonly string[]): Guards {
  if (members.length === 0) return outer;
  const guarded = new Set(members);
  return (member) => guarded.has(member) || outer(member);
}
