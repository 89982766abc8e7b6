import type { Catalog } from "../../catalog/types.ts";
import { keyOfRow, pathOfKey } from "../representation/item-path.ts";
import { representer } from "../representation/represent-row.ts";
import { formatJson, parseJson } from "../../values/json/exact-json.ts";
import type { ResourceRequest } from "../contract/context.ts";
import type { BodyObject } from "./json-body.ts";
import { mergePatch } from "./merge-patch.ts";
import { BodyProblems } from "./problems.ts";
import { isWritable, readMember } from "./read-value.ts";

type Row = Record<string, unknown>;

/**
 * Returns a stored row after a merge patch (RFC 7396). Members that the patch does not name keep their stored values.
 *
 * @throws RequestFailure (400) with a problem for each invalid member
 */
export function readPatched(request: ResourceRequest, patch: BodyObject, stored: object): Row {
  const represented = parseJson(formatJson(representer(request.catalog)(stored)));
  const merged = mergePatch(represented, patch) as BodyObject;
  return readWholeRow(request, merged, stored, patch);
}

/**
 * Returns the row that a body creates, or by which it replaces a stored row.
 *
 * - Values of assigned members are ignored, as are unknown names and members that are closed to the caller. Those of a stored row stay.
 * - A new row lacks the properties that the database sets: read-only members, and defaults of missing ones.
 * - Other members that are missing in the body become null, unless the body results from a patch that does not name them.
 *
 * @throws RequestFailure (400) with a problem for each invalid member
 */
export function readWholeRow(
  request: ResourceRequest,
  body: BodyObject,
  stored?: object,
  patch?: BodyObject,
): Row {
  const { resource, catalog: open } = request;
  const { catalog, assigned, store } = resource;
  const isNamed = (name: string) => patch === undefined || Object.hasOwn(patch, name);
  const isReadOnly = (name: string) => store?.isReadOnly?.(name) === true;
  const problems = new BodyProblems();
  const context = { problems, fractionDigits: store?.fractionDigits ?? (() => 9) };
  // The spread creates own properties, also of the name `__proto__`.
  const row: Row = { ...stored };
  for (const [name, full] of catalog.members.byName) {
    const member = open.members.byName.get(name);
    const { property } = full;
    const input = Object.hasOwn(body, name) ? body[name] : undefined;
    const hasDefault = stored === undefined && store?.hasDefault?.(name) === true;
    if (!isWritable(member) || assigned.has(name)) {
      // The database sets the value of a missing property.
      if (stored === undefined && (resource.initial.has(name) || !hasDefault))
        setOwn(row, property, resource.initial.get(name) ?? null);
    } else if (isReadOnly(name) && (name !== catalog.key || stored === undefined)) {
      const isSame = formatJson(input ?? null) === formatJson(row[property] ?? null);
      if (Object.hasOwn(patch ?? body, name) && !isSame)
        problems.add("read-only", [name], "Only the database sets the value. Leave it out.");
    } else if (hasDefault && input === undefined) {
      continue;
    } else if (name === catalog.key && (stored !== undefined || input === undefined || input === null)) {
      if (stored !== undefined && input !== undefined && isNamed(name))
        assertSameKey(catalog, input, row, name, problems);
      else if (stored === undefined) setOwn(row, property, null);
    } else if (isNamed(name)) {
      const before = stored !== undefined && Object.hasOwn(row, property) ? row[property] : undefined;
      const value = readMember({ member, full }, input, [name], context, before);
      setOwn(row, property, value);
    }
  }
  problems.assertNone(resource);
  for (const { member, message, errorCode } of resource.validate(row))
    problems.add("broken-rule", [member], message, errorCode);
  problems.assertNone(resource);
  return row;
}

function assertSameKey(
  catalog: Catalog,
  givenKey: unknown,
  row: Row,
  name: string,
  problems: BodyProblems,
): void {
  const key = keyOfRow(catalog, row);
  const isSame =
    (typeof givenKey === "string" || typeof givenKey === "number" || typeof givenKey === "bigint") &&
    String(givenKey) === String(key);
  if (!isSame)
    problems.add(
      "key-mismatch",
      [name],
      "The key of an item cannot change. Leave it out, or send that of the path.",
    );
}

/** @throws RequestFailure (400) for a key that no path can contain */
export function assertUsableKey({ resource }: ResourceRequest, row: object): void {
  const { catalog } = resource;
  const key = keyOfRow(catalog, row);
  if (key === undefined || (pathOfKey("", key) !== undefined && String(key).length <= MAX_KEY_LENGTH)) return;
  const problems = new BodyProblems();
  problems.add(
    "invalid-key",
    [catalog.key!],
    `A key cannot be '.' or '..', and has 1 to ${MAX_KEY_LENGTH} characters.`,
  );
  problems.assertNone(resource);
}

const MAX_KEY_LENGTH = 1_000;

function setOwn(row: Row, property: string, value: unknown): void {
  Object.defineProperty(row, property, { value, enumerable: true, configurable: true, writable: true });
}
