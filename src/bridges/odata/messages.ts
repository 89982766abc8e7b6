/* Messages of notes that several files use. */

export const NEVER_NULL =
  "A collection of OData is never null. Conditions on a null list are unknown in tamis.";
export const NO_SUCH_ELEMENTS =
  "In tamis, a condition on a list means that some element that is not null has a value, or matches a search.";
export const NO_SUCH_COLLECTION = "OData has no such condition on a collection.";
export const NO_VALUE = "The value of this condition has no exact translation.";
export const NO_POSITIONS = "substring needs constant positions from 0.";
