/** Special collation weights in ICU's encoding. */

/** Primary weight of U+FFFE: lower than all others. */
export const MERGE_SEPARATOR = 0x02000000;

/** The most frequent weight on the second and the third level: base letters and lower case. */
export const COMMON_WEIGHT = 0x0500;

/** Lower half (see elements.ts) with the common weight on both the second and the third level. */
export const COMMON_LOWER = 0x05000500;
