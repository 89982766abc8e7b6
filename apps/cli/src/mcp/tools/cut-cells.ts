import { formatJson } from "tamis/catalog";
import { isRecord } from "../json-record.ts";

export interface CutItems {
  readonly items: readonly unknown[];
  /** The members that were cut, as a sentence; undefined if none was. */
  readonly note: string | undefined;
}

/** Maximum number of members that a note names. */
const SHOWN_NAMES = 10;

/**
 * Cuts the values of items that are longer than a maximum, so that an answer fits into the context of a model. A list or an object
 * that is too long becomes the beginning of its JSON.
 *
 * @param maxLength maximum length of a value, in UTF-16 units of its text
 */
export function cutCells(items: readonly unknown[], maxLength: number): CutItems {
  const names = new Set<string>();
  const cut = items.map((item) =>
    isRecord(item)
      ? Object.fromEntries(
          Object.entries(item).map(([name, value]) => {
            const text = typeof value === "object" && value !== null ? formatJson(value) : value;
            if (typeof text !== "string" || text.length <= maxLength) return [name, value];
            names.add(name);
            return [name, `${beginningOf(text, maxLength)}…`];
          }),
        )
      : item,
  );
  return { items: cut, note: names.size === 0 ? undefined : noteOf([...names], maxLength) };
}

/** Does not split a surrogate pair. */
function beginningOf(text: string, maxLength: number): string {
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}

function noteOf(names: readonly string[], maxLength: number): string {
  const remainder = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more members` : "";
  return `Values with more than ${maxLength} characters are cut, and end with …: ${names.slice(0, SHOWN_NAMES).join(", ")}${remainder}. maxLength allows longer ones.`;
}
