import { byId } from "../dom/elements.ts";
import { showServedPage } from "./served-page.ts";
import { showTabPage } from "./tab-page.ts";

/** The server marks its pages. A page without a mark is that of examples and files. */
const { view, path, key } = document.documentElement.dataset;
if (view === undefined) showTabPage();
else if (view !== "error") showServedPage(view === "collection" ? path : undefined, key);
if (matchMedia("(max-width: 860px)").matches) byId("members-section").removeAttribute("open");
