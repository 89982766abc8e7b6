import {
  isIn,
  and,
  between,
  contains,
  compares,
  isNull,
  not,
  or,
  startsWith,
  type SortKey,
  type SqlQuery,
} from "./conditions.ts";

const by = (...members: string[]): SortKey[] =>
  members.map((member) => ({
    member: member.replace(/^-/, ""),
    isDescending: member.startsWith("-"),
  }));

const DRAFTS = isIn("state", "draft", "pending", "review");
const EARLY = between("modifiedTimeStamp", "2020-01-01T00:00:00Z", "2023-01-01T00:00:00Z");

/** Thirteen queries that are typical of services, from small to large. */
export const QUERIES: readonly SqlQuery[] = [
  { name: "eq", condition: compares("eq", "state", "failed"), order: by("id") },
  {
    name: "eq and range",
    condition: and(compares("eq", "createdBy", "user7"), compares("gt", "size", 100_000)),
    order: by("-size", "id"),
  },
  {
    name: "dates",
    condition: between("modifiedTimeStamp", "2022-03-01T00:00:00Z", "2023-04-01T00:00:00Z"),
    order: by("-modifiedTimeStamp", "id"),
  },
  {
    name: "in 5",
    condition: isIn("createdBy", "user1", "user22", "user33", "user144", "user155"),
    order: by("modifiedTimeStamp", "id"),
  },
  {
    name: "in 15",
    condition: isIn("id", 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987),
    order: by("id"),
  },
  {
    name: "ne",
    condition: and(compares("ne", "state", "failed"), compares("le", "score", 12.5)),
    order: by("-score", "id"),
  },
  { name: "contains", condition: contains("description", "risk"), order: by("id") },
  { name: "prefix, by name", condition: startsWith("name", "Zo"), order: by("name", "id") },
  {
    name: "or",
    condition: or(
      compares("eq", "state", "failed"),
      compares("eq", "owner.city", "Málaga"),
      compares("gt", "size", 4_900_000),
    ),
    order: by("-size", "id"),
  },
  {
    name: "not, null",
    condition: or(not(isIn("state", "draft", "archived", "locked")), isNull("createdBy")),
    order: by("-modifiedTimeStamp", "id"),
  },
  {
    name: "nested",
    condition: and(
      or(compares("eq", "state", "failed"), and(DRAFTS, compares("gt", "score", 50))),
      EARLY,
      not(compares("eq", "createdBy", "user7")),
    ),
    order: by("name", "-modifiedTimeStamp", "id"),
  },
  {
    name: "search form",
    condition: and(
      or(contains("name", "ar"), contains("description", "audit")),
      isIn("state", "draft", "running", "failed", "pending"),
      isIn("owner.city", "Oslo", "Paris", "Lyon", "Graz", "Turin"),
      EARLY,
      compares("ge", "size", 10_000),
    ),
    order: by("-size", "name", "id"),
  },
  {
    name: "wide",
    condition: or(
      ...["Oslo", "Paris", "Porto", "Lyon", "Graz", "Ghent"].map((city, i) =>
        and(
          compares("eq", "owner.city", city),
          compares("ge", "size", i * 700_000),
          compares("lt", "size", i * 700_000 + 900_000),
          or(compares("eq", "state", "running"), compares("lt", "score", 10 + i)),
        ),
      ),
    ),
    order: by("-score", "id"),
  },
];

/** Not 0: query builders omit an offset of 0. */
export const START = 5;
export const LIMIT = 20;
