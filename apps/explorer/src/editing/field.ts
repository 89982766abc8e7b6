import { cellText, formatJson, parseJson } from "tamis/catalog";
import { el } from "../dom/elements.ts";
import type { Column } from "../source/source.ts";

/** A field of a form, for one member. */
export interface Field {
  readonly column: Column;
  readonly elements: readonly HTMLElement[];
  /** @throws Error with a message for the user, if the text is no value of the member */
  readonly read: () => unknown;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  date: "2026-12-31",
  dateTime: "2026-12-31T12:00:00Z",
  time: "12:00:00",
  list: '["a","b"]',
  map: '{"a":1}',
  object: '{"a":1}',
};

/** @param key whether the value is the key of a stored row, which cannot be changed, or of a new row, which the server can assign */
export function fieldOf(column: Column, value: unknown, key: "stored" | "new" | undefined): Field {
  const { name, type } = column;
  const isNullable = column.isNullable || key === "new";
  const isFixed = key === "stored";
  const id = `field-${name}`;
  const input =
    type === "boolean"
      ? el(
          "select",
          { id, disabled: isFixed },
          option("true", value === true),
          option("false", value !== true),
        )
      : el("textarea", { id, rows: 1, readonly: isFixed, placeholder: EXAMPLES[type], dir: "auto" });
  if (input instanceof HTMLTextAreaElement) input.value = cellText(value);
  const isNull = el("input", {
    type: "checkbox",
    id: `${id}-null`,
    checked: value === null,
    disabled: isFixed,
  });
  // A value that is typed is not null.
  input.addEventListener("input", () => (isNull.checked = false));
  return {
    column,
    elements: [
      el("label", { for: id }, el("bdi", {}, name), el("span", { class: "type" }, ` ${type}`)),
      input,
      isNullable
        ? el("label", { class: "null-box" }, isNull, key === "new" ? " assigned" : " null")
        : el("span", { class: "type" }, "required"),
    ],
    read: () => {
      if (isNullable && isNull.checked) return null;
      return valueOf(input.value, { ...column, isNullable });
    },
  };
}

function option(text: string, selected: boolean): HTMLOptionElement {
  return el("option", { value: text, selected }, text);
}

function valueOf(text: string, { name, type, isNullable }: Column): unknown {
  if (type === "string") return text;
  const trimmed = text.trim();
  if (trimmed === "") {
    if (isNullable) return null;
    throw new Error(`${name} needs a value.`);
  }
  switch (type) {
    case "boolean":
      return trimmed === "true";
    case "integer":
      if (!/^-?\d+$/.test(trimmed)) throw new Error(`${name} must be an integer, such as 42.`);
      return parseJson(String(BigInt(trimmed)));
    case "number": {
      const value = Number(trimmed);
      if (!Number.isFinite(value)) throw new Error(`${name} must be a number, such as 4.2.`);
      return value;
    }
    case "list":
    case "map":
    case "object":
      try {
        return parseJson(trimmed);
      } catch {
        throw new Error(`${name} must be JSON, such as ${EXAMPLES[type]!}.`);
      }
    default:
      return trimmed;
  }
}

/** Returns whether two values of a member are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return formatJson(a ?? null) === formatJson(b ?? null);
}
