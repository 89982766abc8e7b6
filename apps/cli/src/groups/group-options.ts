import { show } from "tamis/diagnostics";
import type { MeasureFunction } from "tamis/engine";
import { UsageError, type Arguments } from "../command/arguments.ts";
import type { Option } from "../command/option.ts";
import { SELECT } from "../command/shared-options.ts";

const DISTINCT: Option = {
  name: "distinct",
  value: "A,B.C",
  foreign: ["unique", "uniq"],
  help: "write each combination of values of these members once",
  repeatable: true,
};
const COUNT_BY: Option = {
  name: "count-by",
  value: "A,B.C",
  help: "count the rows for each combination of values, the largest count first",
  repeatable: true,
};
const BY: Option = {
  name: "by",
  value: "A,B.C",
  foreign: ["group-by", "groupby"],
  help: "with --sum, --avg, --min and --max: compute them for each combination of values",
  repeatable: true,
};
const MEASURES: readonly (Option & { readonly name: MeasureFunction })[] = [
  { name: "sum", value: "A,B.C", help: "write the sum of each of these members", repeatable: true },
  {
    name: "avg",
    value: "A,B.C",
    foreign: ["average", "mean"],
    help: "write the average of each of these members",
    repeatable: true,
  },
  { name: "min", value: "A,B.C", help: "write the minimum of each of these members", repeatable: true },
  { name: "max", value: "A,B.C", help: "write the maximum of each of these members", repeatable: true },
];
const DEFAULT_GROUPS = 1_000_000;
/** Maximum that the library allows. */
export const MOST_GROUPS = 10_000_000;
const MOST_MEMBERS = 32;
const MAX_GROUPS: Option = {
  name: "max-groups",
  value: "N",
  help: "maximum number of groups (default 1,000,000)",
};

export const GROUP_OPTIONS: readonly Option[] = [DISTINCT, COUNT_BY, BY, ...MEASURES, MAX_GROUPS];

/** Groups and measures as the options name them. */
export interface GroupOptions {
  readonly by: readonly GivenMember[];
  readonly measures: readonly (GivenMember & { readonly function: MeasureFunction })[];
  /** True if each group has its number of rows. */
  readonly isCounted: boolean;
  readonly maximumGroups: number;
}

export interface GivenMember {
  /** Dotted path of the member. */
  readonly path: string;
  /** Option that names it: `--sum`. */
  readonly option: string;
}

/**
 * Reads the options for groups. Returns undefined if there are none.
 * @throws UsageError for options that contradict each other
 */
export function readGroupOptions(args: Arguments): GroupOptions | undefined {
  const [distinct, countBy, by] = [DISTINCT, COUNT_BY, BY].map((option) => membersOf(args, [option]));
  const measures = membersOf(args, MEASURES).map((member) => ({
    ...member,
    function: member.option.slice(2) as MeasureFunction,
  }));
  const maximumGroups = args.count(MAX_GROUPS.name, 1) ?? DEFAULT_GROUPS;
  const groups = [...distinct!, ...countBy!, ...by!];
  if (groups.length === 0 && measures.length === 0) {
    if (args.isGiven(MAX_GROUPS.name))
      throw new UsageError("--max-groups needs --distinct, --count-by or --by, which form groups.");
    return undefined;
  }
  if (maximumGroups > MOST_GROUPS)
    throw new UsageError(
      `--max-groups must be at most ${MOST_GROUPS.toLocaleString("en-US")}, not ${maximumGroups}.`,
    );
  const [first] = groups;
  const conflict = groups.find(({ option }) => option !== first!.option);
  if (conflict !== undefined)
    throw new UsageError(
      `${first!.option} cannot be combined with ${conflict.option}: each of them forms the groups.`,
    );
  if (distinct!.length > 0 && measures.length > 0)
    throw new UsageError(`--distinct cannot be combined with ${measures[0]!.option}. Use --by instead.`);
  if (by!.length > 0 && measures.length === 0)
    throw new UsageError(
      "--by needs --sum, --avg, --min or --max. --count-by counts the rows of each group, and --distinct lists the groups.",
    );
  if (groups.length > MOST_MEMBERS || measures.length > MOST_MEMBERS)
    throw new UsageError(`Groups have at most ${MOST_MEMBERS} members and ${MOST_MEMBERS} results.`);
  rejectOthers(args, first ?? measures[0]!, measures.length > 0);
  return { by: groups, measures, isCounted: countBy!.length > 0, maximumGroups };
}

/** @throws UsageError for options that apply to rows only */
function rejectOthers(args: Arguments, { option }: GivenMember, hasMeasures: boolean): void {
  if (args.isGiven(SELECT.name))
    throw new UsageError(
      `--select cannot be combined with ${option}: the columns are the members that the groups and results name.`,
    );
  if (args.text("output") === "envelope")
    throw new UsageError(`The output format envelope is for rows, not for groups. Use -o json.`);
  if (args.flag("count") && hasMeasures)
    throw new UsageError(
      `--count prints only a number, so it cannot be combined with --sum, --avg, --min and --max. --count-by counts the rows of each group.`,
    );
}

function membersOf(args: Arguments, options: readonly Option[]): readonly GivenMember[] {
  const members: GivenMember[] = [];
  for (const [name, value] of args.inOrder(options.map((option) => option.name))) {
    const paths = value.split(",").map((path) => path.trim());
    if (paths.includes(""))
      throw new UsageError(`--${name} must be a list of members, such as a,b.c, not '${show(value)}'.`);
    for (const path of paths) {
      const option = `--${name}`;
      if (!members.some((member) => member.path === path && member.option === option))
        members.push({ path, option });
    }
  }
  return members;
}
