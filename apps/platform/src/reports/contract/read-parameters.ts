import { failRequest, type HttpRequest } from "tamis/http";

/**
 * Returns the query parameters of an operation, each at most once.
 *
 * @throws a failed request (400) for an unknown or repeated parameter
 */
export function readParameters<const N extends string>(
  { search = "" }: HttpRequest,
  names: readonly N[],
): Readonly<Partial<Record<N, string>>> {
  const params = new URLSearchParams(search);
  for (const name of new Set(params.keys())) {
    if (!(names as readonly string[]).includes(name))
      failRequest(400, `There is no parameter '${name.slice(0, 60)}' here.`);
    if (params.getAll(name).length > 1) failRequest(400, `The parameter ${name} occurs twice.`);
  }
  return Object.fromEntries(params) as Partial<Record<N, string>>;
}
