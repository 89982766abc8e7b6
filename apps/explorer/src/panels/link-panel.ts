import { copyButton } from "../dom/copy-button.ts";
import { el } from "../dom/elements.ts";
import { definePanel, type AnyPanel } from "./panel.ts";

/** @param path path of the collection of a server; undefined for rows of the tab */
export function linkPanel(path: string | undefined): AnyPanel {
  return definePanel({
    id: "share",
    title: "Share",
    kind: "translations",
    ask: ({ texts }) => texts,
    show: ({ query }, { texts: { filter, sortBy } }) => [
      row(
        "Link to this view",
        location.href,
        path === undefined
          ? "It contains the expressions and the name of the example, never your data."
          : "For people who can reach this server.",
      ),
      ...(path === undefined
        ? [row("Query string of a request", query, "For services that take filter and sortBy as parameters.")]
        : requests(`${location.origin}${path}`, query, filter, sortBy)),
      row("Command line", commandOf(filter, sortBy), "Replace FILE by your file or database."),
    ],
  });
}

function requests(address: string, query: string, filter: string, sortBy: string): readonly HTMLElement[] {
  const fields = [
    ...(filter.trim() === "" ? [] : [`filter: ${JSON.stringify(filter)}`]),
    ...(sortBy.trim() === "" ? [] : [`sortBy: ${JSON.stringify(sortBy)}`]),
  ];
  const { origin, pathname } = new URL(address);
  return [
    row("curl", `curl ${quoteText(`${address}${query === "?" ? "" : query}`)}`, "A page of rows as JSON."),
    row(
      "curl, all rows",
      `curl -H 'accept: text/csv' ${quoteText(`${address}/@rows${query === "?" ? "" : query}`)}`,
      "All rows as CSV.",
    ),
    row(
      "TypeScript",
      [
        'import { createClient } from "tamis/client";',
        "",
        `const client = createClient({ baseUrl: ${JSON.stringify(origin)} });`,
        `const rows = client.collection(${JSON.stringify(pathname)}).items({ ${fields.join(", ")} });`,
        "for await (const row of rows) console.log(row);",
      ].join("\n"),
      "",
    ),
  ];
}

function commandOf(filter: string, sortBy: string): string {
  const options = [
    ...(filter.trim() === "" ? [] : ["--filter", quoteText(filter)]),
    ...(sortBy.trim() === "" ? [] : ["--sortBy", quoteText(sortBy)]),
  ];
  return ["npx tamis query", "FILE", ...options].join(" ");
}

/** Quotes an argument for POSIX shells. */
function quoteText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function row(title: string, text: string, about: string): HTMLElement {
  return el(
    "div",
    { class: "line" },
    el("h2", {}, title),
    el(
      "div",
      { class: "copy-line" },
      el("code", { class: "long" }, text),
      copyButton(text, `Copy: ${title}`),
    ),
    about !== "" && el("p", { class: "hint" }, about),
  );
}
