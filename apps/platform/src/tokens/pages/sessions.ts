import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { HttpRequest } from "tamis/http";
import { hashToken, randomSecret } from "../store/secrets.ts";

/** Seconds after which a user has to sign in again. */
const VALIDITY = 8 * 3_600;
/** Maximum number of sessions. The oldest ends. */
const MAX_SESSIONS = 10_000;
const COOKIE = "tamis_session";

export interface Session {
  readonly id: string;
  /** Undefined before the user has signed in. */
  readonly user: string | undefined;
}

/** Sessions of the sign-in pages. They end with the process: users then sign in again. */
export class Sessions {
  readonly #users = new Map<string, { readonly user: string; readonly expires: number }>();
  readonly #key = randomBytes(32);
  readonly #isSecure: boolean;
  readonly #now: () => number;

  /** @param isSecure whether browsers reach the deployment by HTTPS */
  constructor(isSecure: boolean, now: () => number) {
    this.#isSecure = isSecure;
    this.#now = now;
  }

  /** Returns the session of a request; a new one without a user if it has none. */
  find({ headers }: HttpRequest): Session {
    const id = cookieOf([headers["cookie"] ?? []].flat().join("; "));
    if (id === undefined) return { id: randomSecret(), user: undefined };
    const login = this.#users.get(hashToken(id));
    return { id, user: login !== undefined && login.expires > this.#now() ? login.user : undefined };
  }

  /** Starts a session with a new id, so that an id from before the sign-in has no rights. */
  start(user: string): Session {
    const id = randomSecret();
    this.#users.set(hashToken(id), { user, expires: this.#now() + VALIDITY * 1_000 });
    if (this.#users.size > MAX_SESSIONS) this.#users.delete(this.#users.keys().next().value!);
    return { id, user };
  }

  end({ id }: Session): void {
    this.#users.delete(hashToken(id));
  }

  cookie({ id }: Session): string {
    const secure = this.#isSecure ? "; Secure" : "";
    return `${COOKIE}=${id}; Path=/VendorLogon; HttpOnly; SameSite=Lax; Max-Age=${VALIDITY}${secure}`;
  }

  /** Returns a token that only the pages of the session contain. Forms of other sites lack it. */
  formToken({ id }: Session): string {
    return createHmac("sha256", this.#key).update(id).digest("base64url");
  }

  isFormToken(session: Session, token: string | undefined): boolean {
    const expected = Buffer.from(this.formToken(session));
    const actual = Buffer.from(token ?? "");
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }
}

function cookieOf(field: string): string | undefined {
  return new RegExp(`(?:^|; ?)${COOKIE}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(field.slice(0, 8_192))?.[1];
}
