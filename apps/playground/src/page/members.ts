import type { Catalog } from "tamis";
import { listMembers, typeText } from "tamis/editor";
import { el } from "../dom/elements.ts";

/** Lists the members with their types. A click writes the name into the filter. */
export function showMembers(host: HTMLElement, catalog: Catalog, onMember: (name: string) => void): void {
  host.replaceChildren(
    ...listMembers(catalog).map(({ name, member }) =>
      el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: "member",
            title: `Write ${name} into the filter`,
            click: () => onMember(name),
          },
          el("span", { class: "name" }, name),
          el("span", { class: "type" }, typeText(member)),
        ),
      ),
    ),
  );
}
