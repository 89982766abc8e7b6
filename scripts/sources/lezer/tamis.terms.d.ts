// Written by @lezer/generator next to the bundle of `tokens.ts`.
export const Name: number, FunctionName: number, Option: number, Strength: number;
export const String: number, Number: number, Date: number;
/** A token that no correct text has. */
export const wrong: number;
