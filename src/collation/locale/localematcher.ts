import * as library from "@formatjs/intl-localematcher";

/**
 * Returns the library that matches locales by CLDR's distances (zh-TW matches zh-Hant). The build makes its import
 * lazy.
 */
export const localematcher = () => library;
