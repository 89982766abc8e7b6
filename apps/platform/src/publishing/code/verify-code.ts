import type { Model } from "../../models/models.ts";
import { findLanguage, namesIn } from "./score-code.ts";

/** Returns whether the score code of a model names the prediction of the model, outside of strings and comments. */
export function isVerified({ scoreCodeType, scoreCode, predictionVariable }: Model): boolean {
  const language = findLanguage(scoreCodeType);
  if (language === undefined || typeof scoreCode !== "string" || typeof predictionVariable !== "string")
    return false;
  return namesIn(scoreCode, language).has(language.fold(predictionVariable));
}
