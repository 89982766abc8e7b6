/** The explorer: the page for people of a service. */
export { explorer, type Explorer } from "./explorer.ts";
