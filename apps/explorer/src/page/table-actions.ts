import type { ExportRequest } from "../contract/protocol.ts";
import { copyText } from "../dom/copy-button.ts";
import { el } from "../dom/elements.ts";

export interface TableActions {
  readonly openColumns: () => void;
  readonly copyCsv: () => string;
  readonly copyMarkdown: () => string;
  /** Returns the rows as a file; undefined if that failed, which the page shows. */
  readonly exportRows: (
    format: ExportRequest["format"],
  ) => Promise<{ readonly name: string; readonly blob: Blob } | undefined>;
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
    busy(text, `Save all matching rows as ${format}`, async () => {
      const file = await actions.exportRows(format);
      if (file !== undefined) saveFile(file.name, file.blob);
      return file === undefined ? "Failed" : "Saved";
    });
  host.replaceChildren(
    el("button", { type: "button", class: "quiet", click: actions.openColumns }, "Columns"),
    copy("Copy CSV", "Copy the rows on the screen as CSV", actions.copyCsv),
    copy("Copy Markdown", "Copy the rows on the screen as a table of Markdown", actions.copyMarkdown),
    save("Save CSV", "csv"),
    save("Save NDJSON", "ndjson"),
  );
}

function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
