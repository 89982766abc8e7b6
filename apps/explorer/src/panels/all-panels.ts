import { groupsPanel } from "./groups-panel.ts";
import { languagesPanel } from "./languages-panel.ts";
import { linkPanel } from "./link-panel.ts";
import type { Actions, AnyPanel, GroupActions, RowActions } from "./panel.ts";
import { rowPanel } from "./row-panel.ts";
import { sqlPanel } from "./sql-panel.ts";
import { treePanel } from "./tree-panel.ts";
import { whyPanel } from "./why-panel.ts";
import { wordsPanel } from "./words-panel.ts";

/**
 * The tabs below the table, in their order.
 *
 * @param path path of the collection of a server; undefined for rows of the tab
 */
export function allPanels(
  path: string | undefined,
  actions: Actions & GroupActions & RowActions,
): readonly AnyPanel[] {
  return [
    wordsPanel(actions),
    rowPanel(actions),
    treePanel(),
    whyPanel(actions),
    groupsPanel(actions),
    sqlPanel(),
    linkPanel(path),
    languagesPanel(),
  ];
}
