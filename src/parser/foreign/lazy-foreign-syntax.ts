import type { ForeignSyntax } from "./broken-text.ts";
import { foreignSyntax } from "./load-foreign.ts";

export const FOREIGN_SYNTAX: ForeignSyntax = {
  readFilter: (broken) => foreignSyntax().readForeignFilter(broken),
  readSortBy: (broken) => foreignSyntax().readForeignSortBy(broken),
};
