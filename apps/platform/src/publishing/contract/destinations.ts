/** A place where models are published. */
export interface Destination {
  readonly name: string;
  /** Value of `publishType` of its models. */
  readonly type: string;
  /** Types of score code that it can run. */
  readonly codeTypes: readonly string[];
}

const DESTINATIONS: readonly Destination[] = [
  { name: "scoring", type: "scoringService", codeTypes: ["dataStep", "python"] },
  { name: "warehouse", type: "database", codeTypes: ["dataStep"] },
];

export const DESTINATION_NAMES: readonly string[] = DESTINATIONS.map(({ name }) => name);

export function findDestination(name: unknown): Destination | undefined {
  return DESTINATIONS.find((destination) => destination.name === name);
}
