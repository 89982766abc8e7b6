import type pg from "pg";

/**
 * Sessions of PostgreSQL whose settings try to change the results of statements: a search path with functions, operators
 * and types that shadow those of PostgreSQL, and an unusual value of each setting that changes a result.
 */

/** Settings of a hostile session. Schemas that the search path names need not exist. */
export const HOSTILE_SETTINGS: Readonly<Record<string, string>> = {
  search_path: "tamis_shadows,pg_catalog,public",
  TimeZone: "Asia/Kathmandu",
  DateStyle: "SQL,DMY",
  IntervalStyle: "sql_standard",
  extra_float_digits: "-15",
  bytea_output: "escape",
  quote_all_identifiers: "on",
  standard_conforming_strings: "off",
  escape_string_warning: "off",
  transform_null_equals: "on",
  array_nulls: "off",
  xmlbinary: "hex",
  xmloption: "document",
  gin_fuzzy_search_limit: "1",
  default_transaction_isolation: "serializable",
  default_transaction_read_only: "off",
  jit_above_cost: "0",
  client_min_messages: "error",
};

/** Returns the settings as command-line options of a connection. */
export function hostileOptions(settings: Readonly<Record<string, string>> = HOSTILE_SETTINGS): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

/** Creates the schema of shadowing objects. Each of its functions raises an error when it is called. */
export async function createShadows(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Test files run at the same time on one server.
    await client.query("BEGIN; SELECT pg_advisory_xact_lock(20261122)");
    const { rows } = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = 'tamis_shadows'");
    if (rows.length === 0) await client.query(SHADOWS);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

const TYPES = quoted(
  "text varchar bpchar name int2 int4 int8 numeric float4 float8 bool date timestamp timestamptz time json jsonb".split(
    " ",
  ),
);
const FEW_TYPES = quoted("text varchar int4 int8 numeric".split(" "));

const FUNCTIONS_OF_ONE =
  "length btrim upper lower abs trunc floor ceil trim_scale jsonb_typeof jsonb_array_length jsonb_array_elements jsonb_each jsonb_object_keys json_agg count to_regclass pg_table_is_visible current_setting array_ndims cardinality";
const FUNCTIONS_OF_TWO =
  "strpos starts_with left right btrim substr trunc power to_char date_trunc timezone json_build_array array_length format_type concat";
const FUNCTIONS_OF_THREE = "replace translate substr split_part regexp_replace";
const CONDITIONS = "= <> < <= > >= ~ ~~ && @>";
const OTHER_OPERATORS = "|| + - * / -> #>>";

const SHADOWS = `
CREATE SCHEMA tamis_shadows;
CREATE FUNCTION tamis_shadows.called(name text) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the shadowing % was called', name; END $$;
CREATE DOMAIN tamis_shadows.text AS integer;
CREATE DOMAIN tamis_shadows.int8 AS pg_catalog.text;
CREATE DOMAIN tamis_shadows.float8 AS pg_catalog.text;
CREATE DOMAIN tamis_shadows.date AS pg_catalog.text;
CREATE DOMAIN tamis_shadows.timestamptz AS pg_catalog.text;
CREATE DOMAIN tamis_shadows."numeric" AS pg_catalog.text;
CREATE DOMAIN tamis_shadows.jsonb AS pg_catalog.text;
CREATE COLLATION tamis_shadows."C" FROM "und-x-icu";
CREATE TABLE tamis_shadows.pg_class (relname pg_catalog.text);
CREATE TABLE tamis_shadows.pg_attribute (attname pg_catalog.text);
DO $outer$
DECLARE
  types text[] := ARRAY[${TYPES}];
  few text[] := ARRAY[${FEW_TYPES}];
  f text; a text; b text; c text; i integer := 0;
BEGIN
  FOREACH f IN ARRAY string_to_array('${FUNCTIONS_OF_ONE}', ' ') LOOP
    FOREACH a IN ARRAY types LOOP
      EXECUTE format('CREATE FUNCTION tamis_shadows.%I(pg_catalog.%I) RETURNS pg_catalog.text LANGUAGE plpgsql AS $$ BEGIN PERFORM tamis_shadows.called(%L); END $$', f, a, f || ' of ' || a);
    END LOOP;
  END LOOP;
  FOREACH f IN ARRAY string_to_array('${FUNCTIONS_OF_TWO}', ' ') LOOP
    FOREACH a IN ARRAY types LOOP FOREACH b IN ARRAY types LOOP
      EXECUTE format('CREATE FUNCTION tamis_shadows.%I(pg_catalog.%I, pg_catalog.%I) RETURNS pg_catalog.text LANGUAGE plpgsql AS $$ BEGIN PERFORM tamis_shadows.called(%L); END $$', f, a, b, format('%s of %s, %s', f, a, b));
    END LOOP; END LOOP;
  END LOOP;
  FOREACH f IN ARRAY string_to_array('${FUNCTIONS_OF_THREE}', ' ') LOOP
    FOREACH a IN ARRAY few LOOP FOREACH b IN ARRAY few LOOP FOREACH c IN ARRAY few LOOP
      EXECUTE format('CREATE FUNCTION tamis_shadows.%I(pg_catalog.%I, pg_catalog.%I, pg_catalog.%I) RETURNS pg_catalog.text LANGUAGE plpgsql AS $$ BEGIN PERFORM tamis_shadows.called(%L); END $$', f, a, b, c, format('%s of %s, %s, %s', f, a, b, c));
    END LOOP; END LOOP; END LOOP;
  END LOOP;
  FOREACH f IN ARRAY string_to_array('${CONDITIONS} ${OTHER_OPERATORS}', ' ') LOOP
    FOREACH a IN ARRAY types LOOP FOREACH b IN ARRAY types LOOP
      i := i + 1;
      EXECUTE format('CREATE FUNCTION tamis_shadows.%I(pg_catalog.%I, pg_catalog.%I) RETURNS pg_catalog.%I LANGUAGE plpgsql AS $$ BEGIN PERFORM tamis_shadows.called(%L); END $$', 'operator_' || i, a, b, CASE WHEN f = ANY (string_to_array('${CONDITIONS}', ' ')) THEN 'bool' ELSE 'text' END, format('%s of %s, %s', f, a, b));
      EXECUTE format('CREATE OPERATOR tamis_shadows.%s (LEFTARG = pg_catalog.%I, RIGHTARG = pg_catalog.%I, FUNCTION = tamis_shadows.%I)', f, a, b, 'operator_' || i);
    END LOOP; END LOOP;
  END LOOP;
END $outer$;
`;
