interface Outcome {
  readonly ok: boolean;
  readonly reason?: { readonly message: string };
  readonly diagnostics?: readonly { readonly message: string }[];
}

/** Returns a result that must be a success. @throws Error with the reason if it is a failure */
export function succeeded<T extends Outcome>(result: T): Extract<T, { readonly ok: true }> {
  if (!result.ok) throw new Error(result.reason?.message ?? JSON.stringify(result.diagnostics));
  return result as Extract<T, { readonly ok: true }>;
}
