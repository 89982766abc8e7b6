import * as library from "@formatjs/intl-localematcher";

/** Matches locales by CLDR's distances: zh-TW is zh-Hant, pt-AO is closer to pt-PT. A build step turns this import into a lazy one. */
export const localematcher = () => library;
