/** Number of wrong attempts in a row that cause no pause. */
const FREE_ATTEMPTS = 5;
const LONGEST_PAUSE = 15 * 60;
/** Maximum number of pairs of a name and a network that are remembered for wrong attempts. The oldest is forgotten. */
const MAX_PAIRS = 10_000;

interface Failures {
  readonly count: number;
  /** Milliseconds since 1970 until which attempts are refused. */
  readonly until: number;
}

/**
 * Slows down guessing: after five wrong secrets in a row from one address, a name has a pause of 1, 2, 4, … seconds there, at most 15
 * minutes. From other addresses, it can sign in meanwhile: otherwise anybody could lock it out. Unknown names have pauses, too, so that
 * a pause does not tell whether a name exists.
 */
export class Attempts {
  readonly #now: () => number;
  /** By network and name. */
  readonly #failures = new Map<string, Failures>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the seconds until the next attempt; 0 if it can be made now. */
  pauseOf(name: string, address?: string): number {
    const { until = 0 } = this.#failures.get(keyOf(name, address)) ?? {};
    return Math.max(0, Math.ceil((until - this.#now()) / 1_000));
  }

  fail(name: string, address?: string): void {
    const key = keyOf(name, address);
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    const excess = count - FREE_ATTEMPTS;
    const pause = excess < 0 ? 0 : Math.min(LONGEST_PAUSE, 2 ** Math.min(excess, 20));
    this.#failures.delete(key);
    this.#failures.set(key, { count, until: this.#now() + pause * 1_000 });
    if (this.#failures.size > MAX_PAIRS) this.#failures.delete(this.#failures.keys().next().value!);
  }

  succeed(name: string, address?: string): void {
    this.#failures.delete(keyOf(name, address));
  }
}

function keyOf(name: string, address = ""): string {
  return `${networkOf(address)} ${name}`;
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address, because a user usually has all addresses that begin with them. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [head = "", tail = ""] = address.toLowerCase().split("%")[0]!.split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: Math.max(0, 8 - first!.length - last!.length) }, () => "0");
  return [...first!, ...zeros, ...last!].slice(0, 4).join(":");
}
