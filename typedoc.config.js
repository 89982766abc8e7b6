import { ENTRY_POINTS } from "./scripts/entry-points.ts";

/** @type {import("typedoc").TypeDocOptions} */
export default {
  name: "tamis",
  entryPoints: [...ENTRY_POINTS.values()],
  out: "docs/api",
  readme: "none",
  excludeInternal: true,
  treatWarningsAsErrors: true,
  validation: {
    notExported: false,
    invalidLink: true,
    notDocumented: false,
  },
  hideGenerator: true,
  disableSources: true,
  tsconfig: "tsconfig.docs.json",
  plugin: ["./scripts/site/node_modules/typedoc-plugin-markdown/dist/index.js"],
  router: "module",
  entryFileName: "index",
  useHTMLAnchors: true,
};
