import * as library from "@formatjs/intl-localematcher";

/** Knows that zh-TW is zh-Hant and pt-AO nearer to pt-PT. Loaded on first use: a build step turns this import into a lazy one. */
export const localematcher = () => library;
