/** The query of a URL; any other text is taken for a query itself. A fragment is no part of either. */
export function queryPart(text: string): string {
  if (!/^(?:[a-z][a-z0-9+.-]*:\/\/|\/)/i.test(text)) return text;
  const end = text.indexOf("#");
  const address = end < 0 ? text : text.slice(0, end);
  const question = address.indexOf("?");
  return question < 0 ? "" : address.slice(question + 1);
}
