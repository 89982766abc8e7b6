/** A program that a test talks to. `until` waits for a text on the screen, or for a condition. */
export interface Terminal<Awaited extends string | (() => boolean) = string> {
  readonly until: (awaited: Awaited) => Promise<unknown>;
  readonly type: (text: string) => void;
}

/** Waits for each text, and then types the text next to it. */
export async function talk<A extends string | (() => boolean)>(
  { until, type }: Terminal<A>,
  ...steps: readonly (readonly [awaited: A, typed?: string])[]
): Promise<void> {
  for (const [awaited, typed] of steps) {
    await until(awaited);
    if (typed !== undefined) type(typed);
  }
}
