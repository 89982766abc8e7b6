import { describeValue } from "./describe-value.ts";

/*
 * Checks of the arguments of public functions, for callers without types. Each throws a TypeError that names the argument, the
 * requirement and the value.
 */

/** Throws unless the argument is valid. The requirement follows "must be". */
export function requireArgument(
  isValid: boolean,
  argument: string,
  requirement: string,
  value: unknown,
): asserts isValid {
  if (!isValid) throw wrongArgument(argument, requirement, value);
}

/** @param hint end of the message, such as ". Copies of nodes are not nodes." */
export function wrongArgument(argument: string, requirement: string, value: unknown, hint = ""): TypeError {
  return new TypeError(`${argument} must be ${requirement}, got ${describeValue(value)}${hint}`);
}

export function requireText(value: unknown, argument: string): asserts value is string {
  requireArgument(typeof value === "string", argument, "a string", value);
}

/** Accepts functions too, because their properties can be read. */
export function requireObject(value: unknown, argument: string): void {
  requireArgument(Object(value) === value, argument, "an object", value);
}

/** Requires an object that has properties of the given names, by which it differs from objects of another kind. */
export function requireKind(
  value: unknown,
  argument: string,
  requirement: string,
  ...members: readonly string[]
): void {
  const object = value as Readonly<Record<string, unknown>> | null | undefined;
  requireArgument(
    members.every((name) => object?.[name] !== undefined),
    argument,
    requirement,
    value,
  );
}

export function requireFunction(value: unknown, argument: string): void {
  requireArgument(typeof value === "function", argument, "a function", value);
}

export function requireArray(value: unknown, argument: string): void {
  requireArgument(Array.isArray(value), argument, "an array", value);
}

export function requireBytes(value: unknown, argument: string): void {
  requireArgument(value instanceof Uint8Array, argument, "a Uint8Array", value);
}

export function requireIterable(value: unknown, argument: string): void {
  const isIterable = [Symbol.iterator, Symbol.asyncIterator].some(
    (name) => typeof (value as Readonly<Record<symbol, unknown>> | null | undefined)?.[name] === "function",
  );
  requireArgument(isIterable, argument, "iterable", value);
}
