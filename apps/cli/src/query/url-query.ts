/** Returns the query string of a URL or path, without its fragment. Returns other text unchanged. */
export function urlQuery(text: string): string {
  if (!/^(?:[a-z][a-z0-9+.-]*:\/\/|\/)/i.test(text)) return text;
  const fragment = text.indexOf("#");
  const address = fragment < 0 ? text : text.slice(0, fragment);
  const question = address.indexOf("?");
  return question < 0 ? "" : address.slice(question + 1);
}
