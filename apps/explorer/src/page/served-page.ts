import { NO_VIEW, viewOf } from "../contract/link.ts";
import { byId, el } from "../dom/elements.ts";
import { messageOf } from "../dom/message-of.ts";
import { EngineClient } from "../source/engine-client.ts";
import { openServed } from "../source/served-collection.ts";
import { ServiceClient } from "../source/service-client.ts";
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
  byId("data-heading").textContent = "Collections";
  void showCollections(byId(path === undefined ? "home" : "data"), service, path);
  byId("tools").append(el("a", { class: "quiet", href: "/playground" }, "Playground"));
  if (path === undefined) return;
  const explorer = new Explorer(path);
  addEventListener("popstate", () => void explorer.restore());
  openServed(service, new EngineClient(), path).then(
    (source) => {
      byId("place").textContent = source.title;
      document.title = `${source.title} · tamis explorer`;
      const view = viewOf(location);
      explorer.open(source, key === undefined ? view : { ...NO_VIEW, ...view, row: decodeURIComponent(key) });
    },
    (error: unknown) => byId("data-notes").replaceChildren(el("p", { class: "bad" }, messageOf(error))),
  );
  explorer.focus();
}
