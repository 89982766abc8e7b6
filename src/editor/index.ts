/** A language service for editors: completion, diagnostics, hover and more, for filters, sorts and query strings. */
export { completeWithValues, createLanguageService } from "./service.ts";
export { STANDARD_TOKEN_TYPES } from "./contract/token-types.ts";
export { hoverMarkdown } from "./explanation/hover-markdown.ts";
export { listMembers, typeText, type ListedMember } from "./syntax/members.ts";
export type {
  CodeAction,
  CompletionItem,
  CompletionKind,
  CompletionList,
  ExpressionDocument,
  ExpressionKind,
  ForeignLanguage,
  Hover,
  HoverExample,
  LanguageService,
  LanguageServiceOptions,
  ParameterInformation,
  RenameResult,
  SemanticToken,
  SemanticTokenType,
  SignatureHelp,
  SignatureInformation,
  Understanding,
  UnderstandingOptions,
  ValueProvider,
  ValueRequest,
} from "./contract/types.ts";
