import type { ExportRequest } from "../contract/protocol.ts";
import { copyText } from "../dom/copy-button.ts";
import { el } from "../dom/elements.ts";
import { saveFile } from "../dom/save-file.ts";

export interface TableActions {
  readonly openColumns: () => void;
  readonly copyCsv: () => string;
  readonly copyMarkdown: () => string;
  /** Returns all matching rows; undefined if that failed, which the page shows. */
  readonly exportRows: (format: ExportRequest["format"]) => Promise<Response | undefined>;
  /** Returns the name of the file. */
  readonly nameOf: (format: ExportRequest["format"]) => string;
}

const SHOWN_MILLISECONDS = 1_500;

/** Fills the buttons above the table. */
export function showTableActions(host: HTMLElement, actions: TableActions): void {
  const busy = (text: string, title: string, work: () => Promise<string>) => {
    const button = el(
      "button",
      {
        type: "button",
        class: "quiet",
        title,
        click: () => {
          button.disabled = true;
          void work().then((answer) => {
            button.disabled = false;
            button.textContent = answer;
            setTimeout(() => (button.textContent = text), SHOWN_MILLISECONDS);
          });
        },
      },
      text,
    );
    return button;
  };
  const copy = (text: string, title: string, textOf: () => string) =>
    busy(text, title, async () => ((await copyText(textOf())) ? "Copied" : "Not allowed"));
  const save = (text: string, format: ExportRequest["format"]) =>
    busy(text, `Save all matching rows as ${format}`, () =>
      saveFile(actions.nameOf(format), () => actions.exportRows(format)),
    );
  host.replaceChildren(
    el("button", { type: "button", class: "quiet", click: actions.openColumns }, "Columns"),
    copy("Copy CSV", "Copy the rows on the screen as CSV", actions.copyCsv),
    copy("Copy Markdown", "Copy the rows on the screen as a table of Markdown", actions.copyMarkdown),
    save("Save CSV", "csv"),
    save("Save NDJSON", "ndjson"),
  );
}
