export const TABLE_ALIAS = "t";
