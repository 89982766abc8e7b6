import { LSPErrorCodes, ErrorCodes, ResponseError, type Position, type Range } from "vscode-languageserver";
import { isObject, own, ownString } from "../messages/own.ts";

/** @throws ResponseError, which the client receives */
export function invalidParams(message: string): never {
  throw new ResponseError(ErrorCodes.InvalidParams, message);
}

/** The request is about a version of the text that the client has changed since. */
export function contentModified(): never {
  throw new ResponseError(LSPErrorCodes.ContentModified, "The document has changed.");
}

export function readUri(params: unknown): string {
  return ownString(params, "textDocument", "uri") ?? invalidParams("textDocument.uri must be a string");
}

export function readPosition(value: unknown, name = "position"): Position {
  const line = own(value, "line");
  const character = own(value, "character");
  if (!isCount(line) || !isCount(character))
    invalidParams(`${name} must have the integers line and character, which are not negative`);
  return { line, character };
}

export function readRange(value: unknown, name = "range"): Range {
  if (!isObject(value)) invalidParams(`${name} must have the positions start and end`);
  return {
    start: readPosition(own(value, "start"), `${name}.start`),
    end: readPosition(own(value, "end"), `${name}.end`),
  };
}

/** Largest value of an integer in LSP. Clients use it for the end of a line. */
const MAXIMUM = 2 ** 31 - 1;

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAXIMUM;
}

export function readName(params: unknown): string {
  return ownString(params, "newName") ?? invalidParams("newName must be a string");
}
