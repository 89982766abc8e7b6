import type { Row } from "../contract/protocol.ts";
import { el } from "../dom/elements.ts";
import { messageOf } from "../dom/message-of.ts";
import { ConflictError, type Column, type Editing, type EditedRow } from "../source/source.ts";
import { valueElement } from "../table/cell.ts";
import { fieldOf, isSame, type Field } from "./field.ts";

export interface RowDialogOptions {
  readonly editing: Editing;
  readonly columns: readonly Column[];
  /** Undefined for a new row. */
  readonly row: Row | undefined;
  /** Called after a change was stored. */
  readonly onChange: () => void;
}

/** Opens a form that creates, changes or deletes a row. */
export async function openRowDialog({ editing, columns, row, onChange }: RowDialogOptions): Promise<void> {
  const problems = el("div", { role: "alert" });
  const dialog = el(
    "dialog",
    {
      class: "row-dialog",
      "aria-label": row === undefined ? "New row" : "Edit row",
      close: () => dialog.remove(),
    },
    el("h2", {}, row === undefined ? "New row" : "Edit row"),
  );
  document.body.append(dialog);
  dialog.showModal();
  let edited: EditedRow | undefined;
  try {
    edited = row === undefined ? undefined : await editing.read(row);
  } catch (error) {
    problems.textContent = messageOf(error);
    dialog.append(problems, closeButton(dialog));
    return;
  }
  const base: Row = edited?.row ?? {};
  const keyState = edited === undefined ? "new" : "stored";
  const fields = columns.map((column) => {
    const key = column.name === editing.key ? keyState : undefined;
    return fieldOf(column, valueIn(base, column) ?? (column.isNullable || key === "new" ? null : ""), key);
  });
  /** Runs a change. Shows why it is not possible, and both versions after a conflict. */
  const attempt = async (
    work: (tag: string | undefined) => Promise<void>,
    tag = edited?.tag,
  ): Promise<void> => {
    problems.replaceChildren();
    try {
      await work(tag);
      dialog.close();
      onChange();
    } catch (error) {
      if (!(error instanceof ConflictError) || row === undefined)
        problems.replaceChildren(el("p", { class: "bad" }, messageOf(error)));
      else
        problems.replaceChildren(
          ...(await conflict(editing, row, fields, (current) => attempt(work, current))),
        );
    }
  };
  const save = () =>
    attempt(async (tag) => {
      const values = changesIn(fields, base, edited !== undefined);
      if (edited === undefined) await editing.create(values);
      else await editing.change(edited.row, values, tag!);
    });
  const current = edited;
  dialog.append(
    el(
      "form",
      {
        class: "row-form",
        submit: (event: Event) => {
          event.preventDefault();
          void save();
        },
      },
      ...fields.flatMap(({ elements }) => elements),
      problems,
      el(
        "div",
        { class: "dialog-buttons" },
        current !== undefined &&
          current.canDelete &&
          el(
            "button",
            {
              type: "button",
              class: "fix bad",
              click: () => void attempt((tag) => editing.remove(current.row, tag!)),
            },
            "Delete row",
          ),
        closeButton(dialog),
        (current === undefined || current.canChange) && el("button", { class: "fix" }, "Save"),
      ),
    ),
  );
  fields.find(({ column }) => current === undefined || column.name !== editing.key)?.elements[1]?.focus();
}

function closeButton(dialog: HTMLDialogElement): HTMLElement {
  return el("button", { type: "button", class: "fix", click: () => dialog.close() }, "Cancel");
}

function valueIn(row: Row, { property }: Column): unknown {
  return Object.hasOwn(row, property) ? row[property] : undefined;
}

/** Returns the values that differ from the row. A new row has all that are not null, except required strings without text. */
function changesIn(fields: readonly Field[], base: Row, isChange: boolean): Row {
  const values = fields.map(({ column, read }) => [column, read()] as const);
  return Object.fromEntries(
    values
      .filter(([column, value]) =>
        isChange
          ? !isSame(value, valueIn(base, column))
          : value !== null && (value !== "" || column.isNullable),
      )
      .map(([{ name }, value]) => [name, value]),
  );
}

/** Returns both versions of the members that differ, after another change of the row. */
async function conflict(
  editing: Editing,
  row: Row,
  fields: readonly Field[],
  overwrite: (tag: string) => Promise<void>,
): Promise<readonly HTMLElement[]> {
  const current = await editing.read(row).catch(() => undefined);
  if (current === undefined) return [el("p", { class: "bad" }, "The row has been deleted in the meantime.")];
  const rows = fields.flatMap(({ column, read }) => {
    const [mine, theirs] = [read(), valueIn(current.row, column) ?? null];
    return isSame(mine, theirs)
      ? []
      : [
          el(
            "tr",
            {},
            el("th", { scope: "row" }, el("bdi", {}, column.name)),
            el("td", {}, valueElement(mine)),
            el("td", {}, valueElement(theirs)),
          ),
        ];
  });
  return [
    el(
      "p",
      { class: "bad" },
      "The row has changed since you opened it. Overwrite it, or cancel to keep the other change.",
    ),
    el(
      "table",
      { class: "groups" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...["Member", "Your version", "Stored version"].map((text) => el("th", { scope: "col" }, text)),
        ),
      ),
      el("tbody", {}, ...rows),
    ),
    el(
      "button",
      { type: "button", class: "fix", click: () => void overwrite(current.tag) },
      "Overwrite with my version",
    ),
  ];
}
