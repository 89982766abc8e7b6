import { DJANGO_EXAMPLES } from "./parameters/django-examples.ts";
import { JSONAPI_EXAMPLES } from "./parameters/jsonapi-examples.ts";
import { POSTGREST_EXAMPLES } from "./parameters/postgrest-examples.ts";
import { SCIM_EXAMPLES } from "./scim/examples.ts";
import { AIP_EXAMPLES } from "./aip/examples.ts";
import { CEL_EXAMPLES } from "./cel/examples.ts";
import { ODATA_EXAMPLES } from "./odata/examples.ts";
import { RSQL_EXAMPLES } from "./rsql/examples.ts";
import { SQL_EXAMPLES } from "./sql/examples.ts";
import { CQL2_TEXT_EXAMPLES } from "./cql2/examples.ts";
import type { BridgeExample } from "./examples.ts";

/** The examples of each bridge whose form is text. A test compares the names with the list of bridges. */
export const EXAMPLES: Readonly<Record<string, readonly BridgeExample[]>> = {
  sql: SQL_EXAMPLES,
  odata: ODATA_EXAMPLES,
  rsql: RSQL_EXAMPLES,
  "cql2-text": CQL2_TEXT_EXAMPLES,
  scim: SCIM_EXAMPLES,
  jsonapi: JSONAPI_EXAMPLES,
  django: DJANGO_EXAMPLES,
  postgrest: POSTGREST_EXAMPLES,
  cel: CEL_EXAMPLES,
  aip: AIP_EXAMPLES,
};
