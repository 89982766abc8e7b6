import { showServedPage } from "./served-page.ts";
import { showTabPage } from "./tab-page.ts";

/** The server marks its pages. A page without a mark is that of examples and files. */
const { view, path } = document.documentElement.dataset;
if (view === undefined) showTabPage();
else showServedPage(view === "collection" ? path : undefined);
