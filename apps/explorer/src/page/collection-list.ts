import { count, el } from "../dom/elements.ts";
import { messageOf } from "../dom/message-of.ts";
import type { JsonObject, ServiceClient } from "../source/service-client.ts";

interface CollectionLink {
  readonly title: string;
  readonly uri: string;
}

/** Number of collections whose rows are counted. */
const MAX_COUNTED = 100;

/** Lists the collections of the server. Their numbers of rows follow, one after the other: counting a table can take long. */
export async function showCollections(
  host: HTMLElement,
  service: ServiceClient,
  open: string | undefined,
): Promise<void> {
  try {
    const root = await service.json("/");
    const links = (root["links"] as readonly JsonObject[]).filter(
      (link) => link["method"] === "GET" && link["itemType"] !== undefined,
    ) as unknown as readonly CollectionLink[];
    const counts = links.map(() => el("span", { class: "about" }));
    const items = links.map(({ title, uri }, i) =>
      el(
        "a",
        { class: "example", href: uri, "aria-current": uri === open ? "page" : undefined },
        el("bdi", {}, title),
        counts[i],
      ),
    );
    host.replaceChildren(
      el("nav", { class: "list", "aria-label": "Collections" }, ...items),
      ...(links.length === 0 ? [el("p", { class: "hint" }, "The server has no collections.")] : []),
    );
    for (const [i, { uri }] of links.slice(0, MAX_COUNTED).entries()) {
      try {
        const page = await service.json(`${uri}?limit=0`);
        counts[i]!.textContent = count(Number(page["count"]));
      } catch {
        // The page of the collection says why it cannot be read.
      }
    }
  } catch (error) {
    host.replaceChildren(el("p", { class: "bad", role: "alert" }, messageOf(error)));
  }
}
