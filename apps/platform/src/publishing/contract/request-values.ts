import { failRequest, type MemberProblem } from "tamis/http";
import type { AdmittedCaller } from "../../access/caller.ts";
import { MODELS } from "../../models/model-catalog.ts";
import type { Model, Models } from "../../models/models.ts";
import { isLonger } from "../../family/lengths.ts";

/** Ends a request (400) with a problem of one member of its body. */
export function failMember(pointer: string, message: string): never {
  const problem: MemberProblem = { pointer, code: "broken-rule", message };
  return failRequest(400, "The body is not valid.", { members: [problem] });
}

/**
 * Returns a string of a body.
 *
 * @param pointer JSON Pointer to the member
 * @param maximum greatest length in characters
 * @throws a failed request (400) for a missing, blank or long string
 */
export function requireText(value: unknown, pointer: string, maximum = 255): string {
  const text = limitText(value, pointer, maximum);
  return text === null || text.trim() === "" ? failMember(pointer, "A value is required.") : text;
}

/** @throws a failed request (400) for a long string */
export function limitText(value: unknown, pointer: string, maximum: number): string | null {
  if (typeof value !== "string") return null;
  // Users count characters, not UTF-16 units. The first test avoids counting short strings.
  if (isLonger(value, maximum)) failMember(pointer, `A value has at most ${maximum} characters.`);
  return value;
}

export const modelUri = (id: string) => `${MODELS}/${encodeURIComponent(id)}`;

/** A path of a model in a body. */
export interface ModelReference {
  /** Path such as `/modelManagement/models/loan-default`, as the body has it. */
  readonly uri: unknown;
  /** JSON Pointer to the path. */
  readonly pointer: string;
}

/**
 * Returns the model at a path.
 *
 * @throws a failed request (400) if there is none that the caller may read
 */
export async function requireModel(
  models: Models,
  { uri, pointer }: ModelReference,
  { rights }: AdmittedCaller,
): Promise<Model> {
  const id = typeof uri === "string" ? idIn(uri) : undefined;
  const isReadable = id !== undefined && (await rights.has("read", modelUri(id)));
  const model = isReadable ? await models.find(id) : undefined;
  return model ?? failMember(pointer, `There is no such model. The path of a model begins with ${MODELS}/.`);
}

function idIn(uri: string): string | undefined {
  const prefix = `${MODELS}/`;
  if (!uri.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(uri.slice(prefix.length));
  } catch {
    return undefined;
  }
}
