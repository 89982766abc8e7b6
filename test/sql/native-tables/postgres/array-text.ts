/**
 * Parses PostgreSQL's text of an array: `{1,NULL,"a b"}`, with bounds such as `[0:1]={1,2}`. Returns null for an array
 * of several dimensions.
 */
export function arrayOf(text: string, element: (text: string) => unknown): readonly unknown[] | null {
  const body = text.slice(text.indexOf("{") + 1, -1);
  if (body.startsWith("{")) return null;
  if (body === "") return [];
  const elements = body.match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? [];
  return elements.map((each) => {
    if (each === "NULL") return null;
    return element(each.startsWith('"') ? each.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : each);
  });
}
