/** The language service in Monaco. */
export { registerMonacoLanguage, type MonacoLanguage, type MonacoOptions } from "./language.ts";
export type {
  CancellationToken,
  Disposable,
  MonacoApi,
  MonacoMarker,
  MonacoModel,
  MonacoPosition,
  MonacoProviders,
  MonacoRange,
  MonacoSuggestions,
} from "./api.ts";
