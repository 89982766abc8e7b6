/** The name by which a statement calls its table. */
export const ALIAS = "t";
