import { annotations as family } from "tamis/families";
import type { OperationDescription } from "tamis/http";
import { ANNOTATION_CODES, BODY_CODES, MEMBER_CODES } from "./error-codes.ts";
import { SELECTION_TYPE } from "./selection.ts";
import { pageResponse } from "../family/schemas.ts";

const { annotations, annotationMembers } = family.collections;

/** Media types of the body of a lookup. */
export const SELECTION_TYPES: readonly string[] = [SELECTION_TYPE, "application/json"];

export const LOOK_UP_BY_RESOURCE: OperationDescription = {
  summary: "A page of the annotations with members that name the selected resources.",
  selects: annotations.path,
  body: { types: [SELECTION_TYPE], schema: family.resources.selection.catalog },
  codes: ANNOTATION_CODES,
  responses: [pageResponse(annotations.path)],
};

export const LOOK_UP_MEMBERS: OperationDescription = {
  summary: "A page of the members of the selected annotations.",
  selects: annotationMembers.path,
  body: { types: SELECTION_TYPES, schema: family.resources.selection.catalog },
  codes: { ...MEMBER_CODES, ...BODY_CODES },
  errors: { 400: [16307] },
  responses: [pageResponse(annotationMembers.path)],
};
