import type { GroupsAnswer } from "../contract/answers.ts";
import type { ListedMember } from "../contract/language.ts";
import type { GroupMeasure } from "../contract/protocol.ts";
import { count, el, plural } from "../dom/elements.ts";
import { valueElement } from "../table/cell.ts";
import { definePanel, type AnyPanel, type GroupActions, type Shown } from "./panel.ts";

const FUNCTIONS = ["sum", "avg", "min", "max"] as const;
const MAX_GROUPS = 100;
const MAX_BY = 3;
const NUMERIC: ReadonlySet<string> = new Set(["integer", "number"]);
const ORDERED: ReadonlySet<string> = new Set(["integer", "number", "date", "dateTime", "time"]);

/** Members and figures of groups, as a link contains them: `by=state,city&sum=price`. */
interface Grouping {
  readonly by: readonly string[];
  readonly measures: readonly GroupMeasure[];
}

/** Groups of the matching rows, as a table with bars. */
export function groupsPanel({ filterGroup, readGroups, writeGroups }: GroupActions): AnyPanel {
  const changeOf = (members: readonly ListedMember[]) => (change: (now: Grouping) => Partial<Grouping>) => {
    const now = groupingOf(readGroups(), members);
    writeGroups(textOf({ ...now, ...change(now) }));
  };
  return definePanel({
    id: "groups",
    title: "Groups",
    kind: "groups",
    ask: (shown) => {
      const members = groupableMembers(shown);
      const grouping = groupingOf(readGroups(), members);
      if (grouping.by.length === 0)
        return [
          chooser(grouping, members, changeOf(members)),
          el("p", { class: "hint" }, "Choose a member to group the matching rows."),
        ];
      return { ...shown.texts, ...grouping, limit: MAX_GROUPS };
    },
    show: (answer, shown) => {
      const members = groupableMembers(shown);
      const grouping = groupingOf(readGroups(), members);
      return [
        chooser(grouping, members, changeOf(members)),
        table(grouping, answer, (key) => {
          for (const [i, name] of grouping.by.entries())
            filterGroup(
              members.find((member) => member.name === name)!,
              key[i],
            );
        }),
        ...(answer.total > answer.groups.length
          ? [
              el(
                "p",
                { class: "hint" },
                `The largest ${count(answer.groups.length)} of ${plural(answer.total, "group")}.`,
              ),
            ]
          : []),
      ];
    },
  });
}

function nameOf({ function: aggregate, member }: GroupMeasure): string {
  return `${aggregate} ${member}`;
}

function groupableMembers({ members }: Shown): readonly ListedMember[] {
  return members.filter(
    ({ type, valueType }) => type === valueType && valueType !== "object" && valueType !== "map",
  );
}

function groupingOf(text: string, members: readonly ListedMember[]): Grouping {
  const parameters = new URLSearchParams(text);
  const names = (parameter: string) =>
    (parameters.get(parameter) ?? "")
      .split(",")
      .filter((name) => members.some((member) => member.name === name));
  return {
    by: names("by").slice(0, MAX_BY),
    measures: FUNCTIONS.flatMap((name) => names(name).map((member) => ({ function: name, member }))),
  };
}

function textOf({ by, measures }: Grouping): string {
  const parameters = new URLSearchParams();
  if (by.length > 0) parameters.set("by", by.join(","));
  for (const name of FUNCTIONS) {
    const names = measures.filter((measure) => measure.function === name).map(({ member }) => member);
    if (names.length > 0) parameters.set(name, names.join(","));
  }
  return parameters.toString();
}

function chooser(
  { by, measures }: Grouping,
  members: readonly ListedMember[],
  /** Receives a change of the present grouping, which can be newer than the shown one. */
  onChange: (change: (now: Grouping) => Partial<Grouping>) => void,
): HTMLElement {
  const select = (label: string, options: readonly string[], onSelect: (value: string) => void) => {
    const element = el(
      "select",
      {
        "aria-label": label,
        change: () => {
          if (element.value !== "") onSelect(element.value);
        },
      },
      el("option", { value: "" }, `${label} …`),
      ...options.map((name) => el("option", { value: name }, name)),
    );
    return element;
  };
  const chip = (text: string, onRemove: () => void) =>
    el(
      "button",
      { type: "button", class: "chip", "aria-label": `Remove ${text}`, click: onRemove },
      el("bdi", {}, text),
      " ×",
    );
  const figures = members.flatMap(({ name, valueType }) => [
    ...(NUMERIC.has(valueType) ? [`sum ${name}`, `avg ${name}`] : []),
    ...(ORDERED.has(valueType) ? [`min ${name}`, `max ${name}`] : []),
  ]);
  return el(
    "div",
    { class: "group-chooser" },
    ...by.map((name) =>
      chip(name, () => onChange((now) => ({ by: now.by.filter((memberName) => memberName !== name) }))),
    ),
    by.length < MAX_BY &&
      select(
        "Group by",
        members.map(({ name }) => name).filter((name) => !by.includes(name)),
        (name) => onChange((now) => ({ by: [...now.by, name] })),
      ),
    ...measures.map((measure) =>
      chip(nameOf(measure), () =>
        onChange((now) => ({ measures: now.measures.filter((other) => nameOf(other) !== nameOf(measure)) })),
      ),
    ),
    figures.length > 0 &&
      select("Add a figure", figures, (text) => {
        const [functionName, member] = text.split(" ") as [GroupMeasure["function"], string];
        onChange((now) => ({ measures: [...now.measures, { function: functionName, member }] }));
      }),
  );
}

function table(
  { by, measures }: Grouping,
  { groups }: GroupsAnswer,
  onGroup: (key: readonly unknown[]) => void,
): HTMLElement {
  // Bars show the last figure, or the number of rows.
  const barOf = ({ count: rows, values }: GroupsAnswer["groups"][number]) =>
    measures.length === 0 ? rows : Number(values.at(-1) ?? 0);
  const maximum = Math.max(...groups.map((group) => Math.abs(barOf(group))), 0) || 1;
  return el(
    "div",
    { class: "scroll", role: "region", "aria-label": "Groups", tabindex: 0 },
    el(
      "table",
      { class: "groups" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...by.map((name) => el("th", { scope: "col" }, el("bdi", {}, name))),
          el("th", { scope: "col", class: "number" }, "rows"),
          ...measures.map(({ function: aggregate, member }) =>
            el("th", { scope: "col", class: "number" }, `${aggregate} `, el("bdi", {}, member)),
          ),
          el("th", { scope: "col", class: "bar-column" }, el("span", { class: "hidden" }, "Bar")),
        ),
      ),
      el(
        "tbody",
        {},
        ...groups.map((group) => {
          const bar = el("span", { class: "bar" });
          const share = barOf(group) / maximum;
          bar.style.setProperty("--share", String(Math.abs(Number.isFinite(share) ? share : 0)));
          return el(
            "tr",
            {},
            ...group.key.map((value, i) =>
              i === 0
                ? el(
                    "th",
                    { scope: "row" },
                    el(
                      "button",
                      {
                        type: "button",
                        class: "group",
                        title: "Keep only this group",
                        click: () => onGroup(group.key),
                      },
                      valueElement(value),
                    ),
                  )
                : el("td", {}, valueElement(value)),
            ),
            el("td", { class: "number" }, count(group.count)),
            ...group.values.map((value) => el("td", { class: "number" }, figureText(value))),
            el("td", { class: "bar-column" }, bar),
          );
        }),
      ),
    ),
  );
}

function figureText(value: unknown): HTMLElement | string {
  return typeof value === "number"
    ? value.toLocaleString("en-US", { maximumFractionDigits: 3 })
    : valueElement(value);
}
