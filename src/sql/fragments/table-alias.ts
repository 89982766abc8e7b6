/** Alias of the collection's table in every statement. */
export const TABLE_ALIAS = "t";
