import type { ListedMember } from "../contract/language.ts";
import { el } from "../dom/elements.ts";

/** Lists the members with their types. */
export function showMembers(
  host: HTMLElement,
  members: readonly ListedMember[],
  onMember: (name: string) => void,
): void {
  host.replaceChildren(
    ...members.map(({ name, type }) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: "member", click: () => onMember(name) },
          el("bdi", { class: "name" }, name),
          el("span", { class: "type" }, type),
        ),
      ),
    ),
  );
}
