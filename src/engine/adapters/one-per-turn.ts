import type { Wire } from "./mariadb-session.ts";

/** Lends one connection to one at a time: who asks for it waits until it has been given back. */
export function onePerTurn(wireOf: () => Omit<Wire, "release">): () => Promise<Wire> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    let done = () => {};
    last = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    return {
      ...wireOf(),
      release: () => {
        done();
        return Promise.resolve();
      },
    };
  };
}
