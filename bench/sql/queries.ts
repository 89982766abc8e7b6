import {
  among,
  and,
  between,
  contains,
  is,
  isNull,
  not,
  or,
  startsWith,
  type Key,
  type Query,
} from "./conditions.ts";

const by = (...members: string[]): Key[] =>
  members.map((member) => ({
    member: member.replace(/^-/, ""),
    isDescending: member.startsWith("-"),
  }));

const DRAFTS = among("state", "draft", "pending", "review");
const EARLY = between("modifiedTimeStamp", "2020-01-01T00:00:00Z", "2023-01-01T00:00:00Z");

/** A dozen of what services are asked, from the smallest on. */
export const QUERIES: readonly Query[] = [
  { name: "eq", condition: is("eq", "state", "failed"), order: by("id") },
  {
    name: "eq and range",
    condition: and(is("eq", "createdBy", "user7"), is("gt", "size", 100_000)),
    order: by("-size", "id"),
  },
  {
    name: "dates",
    condition: between("modifiedTimeStamp", "2022-03-01T00:00:00Z", "2023-04-01T00:00:00Z"),
    order: by("-modifiedTimeStamp", "id"),
  },
  {
    name: "in 5",
    condition: among("createdBy", "user1", "user22", "user33", "user144", "user155"),
    order: by("modifiedTimeStamp", "id"),
  },
  {
    name: "in 15",
    condition: among("id", 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987),
    order: by("id"),
  },
  {
    name: "ne",
    condition: and(is("ne", "state", "failed"), is("le", "score", 12.5)),
    order: by("-score", "id"),
  },
  { name: "contains", condition: contains("description", "risk"), order: by("id") },
  { name: "prefix, by name", condition: startsWith("name", "Zo"), order: by("name", "id") },
  {
    name: "or",
    condition: or(is("eq", "state", "failed"), is("eq", "owner.city", "Málaga"), is("gt", "size", 4_900_000)),
    order: by("-size", "id"),
  },
  {
    name: "not, null",
    condition: or(not(among("state", "draft", "archived", "locked")), isNull("createdBy")),
    order: by("-modifiedTimeStamp", "id"),
  },
  {
    name: "nested",
    condition: and(
      or(is("eq", "state", "failed"), and(DRAFTS, is("gt", "score", 50))),
      EARLY,
      not(is("eq", "createdBy", "user7")),
    ),
    order: by("name", "-modifiedTimeStamp", "id"),
  },
  {
    name: "search form",
    condition: and(
      or(contains("name", "ar"), contains("description", "audit")),
      among("state", "draft", "running", "failed", "pending"),
      among("owner.city", "Oslo", "Paris", "Lyon", "Graz", "Turin"),
      EARLY,
      is("ge", "size", 10_000),
    ),
    order: by("-size", "name", "id"),
  },
  {
    name: "wide",
    condition: or(
      ...["Oslo", "Paris", "Porto", "Lyon", "Graz", "Ghent"].map((city, i) =>
        and(
          is("eq", "owner.city", city),
          is("ge", "size", i * 700_000),
          is("lt", "size", i * 700_000 + 900_000),
          or(is("eq", "state", "running"), is("lt", "score", 10 + i)),
        ),
      ),
    ),
    order: by("-score", "id"),
  },
];

/** The second page: builders leave out an offset of none. */
export const START = 5;
export const LIMIT = 20;
