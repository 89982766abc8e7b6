import { addressOf, basicFiltersOf, NO_VIEW, viewOf } from "../contract/link.ts";
import { byId, el } from "../dom/elements.ts";
import { messageOf } from "../dom/message-of.ts";
import { EngineClient } from "../source/engine-client.ts";
import { loadLanguage } from "../source/scripts.ts";
import { openServed } from "../source/served-collection.ts";
import { ServiceClient } from "../source/service-client.ts";
import type { Source } from "../source/source.ts";
import { firstRequest } from "../table/row-window.ts";
import { showCollections } from "./collection-list.ts";
import { Explorer } from "./explorer.ts";
import { askToken } from "./token-dialog.ts";

/**
 * Shows a collection of the server, or only the list of all.
 *
 * @param path path of the collection; undefined for the root
 * @param key key of the row that is open at first, percent-encoded
 */
export function showServedPage(path: string | undefined, key?: string): void {
  const service = new ServiceClient(askToken);
  // The server answers while the editors are made.
  const opening =
    path === undefined
      ? undefined
      : openServed(service, new EngineClient(), path, firstRequest(viewOf(location)));
  byId("data-heading").textContent = "Collections";
  void showCollections(byId(path === undefined ? "home" : "data"), service, path);
  byId("tools").append(el("a", { class: "quiet", href: "/playground" }, "Playground"));
  if (path === undefined || opening === undefined) return;
  const explorer = new Explorer(path);
  addEventListener("popstate", () => void explorer.restore());
  opening.then(
    async (source) => {
      byId("place").textContent = source.title;
      document.title = `${source.title} · tamis explorer`;
      await joinFilters(source, path);
      const view = viewOf(location);
      explorer.open(source, key === undefined ? view : { ...NO_VIEW, ...view, row: decodeURIComponent(key) });
    },
    (error: unknown) => showProblems([messageOf(error)]),
  );
  explorer.focus();
}

/** Writes conditions of the form `member=value` in the address as a part of its filter, which the page shows. */
async function joinFilters(source: Source, path: string): Promise<void> {
  const search = basicFiltersOf(location);
  if (search === undefined) return;
  const language = await loadLanguage();
  const { filter, problems } = language.joinFilters(search, source.readCatalog(language));
  showProblems(problems);
  if (filter !== undefined)
    history.replaceState(null, "", addressOf({ ...NO_VIEW, ...viewOf(location), filter }, path));
}

function showProblems(messages: readonly string[]): void {
  byId("data-notes").replaceChildren(...messages.map((text) => el("p", { class: "bad" }, text)));
}
