import { EXAMPLES, findExample } from "../contract/examples.ts";
import { viewOf, type ViewState } from "../contract/link.ts";
import { byId } from "../dom/elements.ts";
import { messageOf } from "../dom/message-of.ts";
import { EngineClient, openInTab } from "../source/engine-client.ts";
import { DataPicker, type PickedData } from "./data-picker.ts";
import { Explorer } from "./explorer.ts";

/** Shows the examples, and files that the user opens. Their rows stay in the tab. */
export function showTabPage(): void {
  const engine = new EngineClient();
  const explorer = new Explorer(undefined);
  const picker = new DataPicker(byId("data"), (data) => void open(data));
  const open = async (data: PickedData, view?: ViewState) => {
    picker.opening(data);
    try {
      const title = "example" in data ? data.example : data.file.name;
      const source = await openInTab(engine, data, title);
      picker.opened(data, source.total ?? 0, source.notes);
      const example = findExample("example" in data ? data.example : undefined);
      const first = {
        filter: "",
        sortBy: "",
        ...view,
        data: example?.name,
        rows: view?.rows,
        columns: view?.columns ?? "",
        groups: view?.groups ?? "",
        locale: view?.locale ?? "",
        row: "",
      };
      explorer.open(
        source,
        view === undefined ? { ...first, ...example?.trials[0] } : first,
        example?.trials,
      );
    } catch (error) {
      picker.failed(data, messageOf(error));
    }
  };
  const openLink = async () => {
    if (explorer.restore()) return;
    const view = viewOf(location);
    if (view?.rows !== undefined) return open({ file: new File([view.rows], "example.json") }, view);
    const example = findExample(view?.data);
    // The filter of a file cannot apply to an example.
    if (example === undefined) await open({ example: EXAMPLES[0]!.name });
    else await open({ example: example.name }, view);
  };
  addEventListener("popstate", () => void openLink());
  addEventListener("hashchange", () => void openLink());
  void openLink();
  explorer.focus();
}
