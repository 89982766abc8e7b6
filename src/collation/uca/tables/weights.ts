/** Weights with a special meaning in CLDR's collation data, in ICU's encoding. */

/** Primary weight of U+FFFE, the merge separator: lower than all other primary weights. */
export const MERGE_SEPARATOR = 0x02000000;

/** The most frequent weight of the second and the third level. */
export const COMMON_WEIGHT = 0x0500;

/** Lower half of a collation element with common weights on the second and the third level. */
export const COMMON_LOWER = 0x05000500;
