import { grammarRules, type Production } from "./grammar-rules.ts";

/** A drawn part. Its line enters at (0, 0) and leaves at (width, 0). */
interface Drawing {
  readonly width: number;
  /** Height above and below the line. */
  readonly above: number;
  readonly below: number;
  readonly draw: (x: number, y: number) => string;
}

const BOX = 13;
const GAP = 12;
const CORNER = 8;
const CHARACTER = 8;

/** Returns an SVG with one syntax (railroad) diagram for each rule of the parser. */
export function syntaxDiagrams(): string {
  let y = 0;
  let width = 0;
  let body = "";
  for (const { name, production } of grammarRules()) {
    const drawing = drawn(production);
    const line = y + 28 + drawing.above;
    body += `<text class="name" x="10" y="${y + 16}">${name}</text>`;
    body += `<path d="M10 ${line - 6}v12M10 ${line}h16"/>${drawing.draw(26, line)}`;
    body += `<path d="M${26 + drawing.width} ${line}h16m0 -6v12"/>\n`;
    width = Math.max(width, drawing.width + 52);
    y = line + drawing.below + 16;
  }
  const style =
    "path,rect{fill:none;stroke:#57606a;stroke-width:1.5}rect{fill:#f6f8fa}text{font:13px monospace;text-anchor:middle;fill:#24292f}.name{font-weight:bold;text-anchor:start;fill:#57606a}";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}">\n<title>Syntax diagrams of filters and sorts</title>\n<style>${style}</style>\n<rect width="${width}" height="${y}" style="fill:#fff;stroke:none"/>\n${body}</svg>\n`;
}

function drawn(production: Production): Drawing {
  switch (production.kind) {
    case "token":
      return box(production.text.replaceAll('"', ""), BOX);
    case "rule":
      return box(production.name, 3);
    case "sequence":
      return sequence(production.parts.map(drawn));
    case "choice":
      return choice(production.parts.map(drawn));
    case "option":
      return choice([EMPTY, drawn(production.part)]);
    case "repetition":
      return choice([EMPTY, loop(drawn(production.part))]);
  }
}

const EMPTY: Drawing = { width: 0, above: 0, below: 0, draw: () => "" };

/** Draws the box of a token, which is round, or of a rule, which is angular. */
function box(text: string, radius: number): Drawing {
  const width = text.length * CHARACTER + 2 * BOX;
  const draw = (x: number, y: number) =>
    `<rect x="${x}" y="${y - BOX}" width="${width}" height="${2 * BOX}" rx="${radius}"/><text x="${x + width / 2}" y="${y + 4}">${text}</text>`;
  return { width, above: BOX, below: BOX, draw };
}

function sequence(parts: readonly Drawing[]): Drawing {
  const width = parts.reduce((sum, part) => sum + part.width, (parts.length - 1) * GAP);
  const draw = (x: number, y: number) =>
    parts
      .map((part, index) => {
        const svg = part.draw(x, y);
        x += part.width;
        const line = index < parts.length - 1 ? `<path d="M${x} ${y}h${GAP}"/>` : "";
        x += GAP;
        return svg + line;
      })
      .join("");
  return {
    width,
    above: Math.max(...parts.map(({ above }) => above)),
    below: Math.max(...parts.map(({ below }) => below)),
    draw,
  };
}

/** Draws alternatives: the first one on the line, the others below it. */
function choice(parts: readonly Drawing[]): Drawing {
  const inner = Math.max(...parts.map(({ width }) => width));
  const side = 2 * CORNER + 4;
  const width = inner + 2 * side;
  const offsets: number[] = [];
  let below = 0;
  for (const [index, part] of parts.entries()) {
    const offset = index === 0 ? 0 : Math.max(below + part.above + GAP, 2 * CORNER);
    offsets.push(offset);
    below = offset + part.below;
  }
  const draw = (x: number, y: number) =>
    parts
      .map((part, index) => {
        const at = y + offsets[index]!;
        const rest = inner - part.width;
        const end = x + side + part.width;
        const svg = part.draw(x + side, at);
        if (index === 0) return `<path d="M${x} ${y}h${side}M${end} ${y}h${rest + side}"/>${svg}`;
        const drop = offsets[index]! - 2 * CORNER;
        const c = CORNER;
        const into = `M${x} ${y}q${c} 0 ${c} ${c}v${drop}q0 ${c} ${c} ${c}h${side - 2 * c}`;
        const out = `M${end} ${at}h${rest + side - 2 * c}q${c} 0 ${c} ${-c}v${-drop}q0 ${-c} ${c} ${-c}`;
        return `<path d="${into}${out}"/>${svg}`;
      })
      .join("");
  return { width, above: parts[0]!.above, below, draw };
}

/** Draws a part that can be repeated: a line below it leads from its end back to its start. */
function loop(part: Drawing): Drawing {
  const c = CORNER;
  const drop = part.below + 2 * c;
  const width = part.width + 4 * c;
  const draw = (x: number, y: number) => {
    const end = x + 2 * c + part.width;
    const back = `M${end} ${y}q${c} 0 ${c} ${c}v${drop - 2 * c}q0 ${c} ${-c} ${c}h${-part.width}q${-c} 0 ${-c} ${-c}v${-(drop - 2 * c)}q0 ${-c} ${c} ${-c}`;
    return `<path d="M${x} ${y}h${2 * c}M${end} ${y}h${2 * c}${back}"/>${part.draw(x + 2 * c, y)}`;
  };
  return { width, above: part.above, below: drop, draw };
}
