/** The name by which a statement calls its table. */
export const TABLE_ALIAS = "t";
