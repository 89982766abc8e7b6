import { ContentProblem } from "./content-problem.ts";

const DECLARATION = /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1\.[0-9]["']([^?<>]*)\?>/;
const ENCODING = /encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z0-9._-]+)["']/;

/**
 * Returns the document element's text, without byte order mark, XML declaration and white space around it.
 *
 * Refuses document types, which could declare entities, and processing instructions. The parser never sees them.
 *
 * @throws ContentProblem for these, and for another encoding than UTF-8
 */
export function rootText(document: string): string {
  const text = document.replace(/^\uFEFF/, "");
  const [declaration = "", attributes = ""] = DECLARATION.exec(text) ?? [];
  const encoding = ENCODING.exec(attributes)?.[1]?.toLowerCase();
  if (encoding !== undefined && encoding !== "utf-8" && encoding !== "utf8")
    throw new ContentProblem(10761, "The encoding of the XML must be UTF-8.");
  const root = text.slice(declaration.length).trim();
  if (!root.startsWith("<") || !root.endsWith(">"))
    throw new ContentProblem(10761, "The body is not an XML document.");
  refuseInstructions(root);
  return root;
}

/** Sections that contain no markup, by their start. */
const SECTIONS: readonly (readonly [string, string])[] = [
  ["<![CDATA[", "]]>"],
  ["<!--", "-->"],
];

/** Linear in the length of the text. A `<` outside of these sections always begins markup, because attributes cannot contain it. */
function refuseInstructions(text: string): void {
  const special = /<[!?]/g;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const at = match.index;
    const section = SECTIONS.find(([start]) => text.startsWith(start, at));
    if (section === undefined)
      throw new ContentProblem(
        10761,
        "The XML must not have a document type, entities or processing instructions.",
      );
    const end = text.indexOf(section[1], at + section[0].length);
    if (end < 0) throw new ContentProblem(10761, `The XML has no '${section[1]}' after '${section[0]}'.`);
    special.lastIndex = end + section[1].length;
  }
}
