import type { TreeNode } from "../contract/answers.ts";
import { count, el, svg } from "../dom/elements.ts";
import { textMeasure } from "../dom/text-measure.ts";
import { definePanel, type AnyPanel, type Ask } from "./panel.ts";
import type { QueryTexts } from "../contract/protocol.ts";

/** Conditions whose rows are counted. Each takes about as long as a query. */
const MAX_COUNTED = 24;
/** Milliseconds for all counts. The tree is drawn without the others. */
const COUNTING_TIME = 2_000;

const ROW = 40;
const BOX = 28;
const GAP = 40;
const PADDING = 12;
const MARGIN = 2;

export function treePanel(): AnyPanel {
  return definePanel({
    id: "tree",
    title: "Tree",
    kind: "tree",
    ask: ({ texts, selected }) => ({ ...texts, row: selected?.row }),
    show: async (tree, { selected, texts }, ask) =>
      tree === undefined
        ? [el("p", { class: "hint" }, "There is no filter to draw.")]
        : [
            el(
              "p",
              { class: "hint" },
              selected === undefined
                ? "Each condition has the number of rows for which it is true. Choose a row to see its values."
                : `Values for row ${selected.name}, and the number of rows for which each condition is true.`,
            ),
            el(
              "div",
              { class: "scroll", tabindex: 0, role: "region", "aria-label": "Tree of the filter" },
              draw(tree, await countRows(tree, texts, ask)),
            ),
          ],
  });
}

type Counts = ReadonlyMap<TreeNode, number>;

/** Returns the number of rows for which each condition is true. */
async function countRows(tree: TreeNode, texts: QueryTexts, ask: Ask): Promise<Counts> {
  const end = performance.now() + COUNTING_TIME;
  const counts = new Map<TreeNode, number>();
  const nodes = [tree];
  // The list grows while it is read: conditions before those inside of them.
  for (const node of nodes) {
    nodes.push(...node.children);
    if (node.condition === undefined || counts.size === MAX_COUNTED || performance.now() > end) continue;
    const request = { ...texts, filter: node.condition, sortBy: "", start: 0, limit: 0, count: true };
    const answer = await ask("rows", request);
    if (answer.ok && answer.value.count !== undefined) counts.set(node, answer.value.count);
  }
  return counts;
}

interface Placed {
  readonly node: TreeNode;
  readonly depth: number;
  readonly y: number;
  readonly label: string;
  readonly note: string;
  readonly width: number;
  readonly children: readonly Placed[];
}

/** Draws the tree from left to right. Each leaf has a line of its own, and a parent is in the middle of its children. */
function draw(tree: TreeNode, counts: Counts): SVGSVGElement {
  const measure = textMeasure("13px", "--mono");
  let leaves = 0;
  const widths: number[] = [];
  const place = (node: TreeNode, depth: number): Placed => {
    const children = node.children.map((child) => place(child, depth + 1));
    const note = noteOf(node, counts.get(node));
    const label = shorten(node.label);
    const width = measure(label) + (note === "" ? 0 : measure(note) + 10) + 2 * PADDING;
    widths[depth] = Math.max(widths[depth] ?? 0, width);
    const y = children.length === 0 ? leaves++ * ROW : (children[0]!.y + children.at(-1)!.y) / 2;
    return { node, depth, y, label, note, width, children };
  };
  const root = place(tree, 0);
  const lefts: number[] = [];
  let right = MARGIN;
  for (const width of widths) {
    lefts.push(right);
    right += width + GAP;
  }
  const [width, height] = [right - GAP + MARGIN, leaves * ROW - (ROW - BOX) + 2 * MARGIN];
  const lines: SVGElement[] = [];
  const boxes: SVGElement[] = [];
  const add = (placed: Placed): void => {
    const x = lefts[placed.depth]!;
    boxes.push(box(placed, x));
    for (const child of placed.children) {
      const [from, to] = [x + placed.width, lefts[child.depth]!];
      const [start, end] = [placed.y + BOX / 2 + MARGIN, child.y + BOX / 2 + MARGIN];
      const middle = to - GAP / 2;
      lines.push(
        svg("path", {
          d: `M${from} ${start}H${middle - GAP / 4}C${middle + GAP / 8} ${start} ${middle - GAP / 8} ${end} ${to} ${end}`,
        }),
      );
      add(child);
    }
  };
  add(root);
  return svg(
    "svg",
    {
      class: "tree",
      role: "img",
      "aria-label": outline(tree),
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
    },
    svg("g", { class: "lines" }, ...lines),
    ...boxes,
  );
}

function box({ node, y, label, note, width }: Placed, x: number): SVGElement {
  const result = node.value?.result;
  const state = result === undefined || result === "other" ? "" : ` is-${result}`;
  const middle = y + BOX / 2 + MARGIN;
  return svg(
    "g",
    { class: `node ${node.kind}${state}` },
    svg("title", {}, note === "" ? node.label : `${node.label}: ${note}`),
    svg("rect", { x, y: y + MARGIN, width, height: BOX, rx: 7 }),
    svg("text", { x: x + PADDING, y: middle }, label),
    note !== "" &&
      svg("text", { class: "note", x: x + width - PADDING, y: middle, "text-anchor": "end" }, note),
  );
}

function noteOf({ value }: TreeNode, rows: number | undefined): string {
  const parts = [value?.text, rows === undefined ? undefined : count(rows)];
  return shorten(parts.filter((part) => part !== undefined).join(" · "));
}

function shorten(text: string): string {
  return text.length > 32 ? `${text.slice(0, 31)}…` : text;
}

/** The tree as text, for screen readers. */
function outline({ label, value, children }: TreeNode): string {
  const inner = children.map(outline).join(", ");
  return `${label}${value === undefined ? "" : ` is ${value.text}`}${inner === "" ? "" : ` of (${inner})`}`;
}
