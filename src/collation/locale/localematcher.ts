import * as library from "@formatjs/intl-localematcher";

/** Uses CLDR's locale distances: zh-TW is zh-Hant. The build makes this import lazy. */
export const localematcher = () => library;
