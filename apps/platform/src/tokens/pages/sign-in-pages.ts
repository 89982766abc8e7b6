import type { HttpResponse } from "tamis/http";
import { OUT_OF_BAND } from "tamis/families";
import { markup, page } from "./page.ts";

/** Paths of the forms. */
export const SIGN_IN = "/VendorLogon/login";
export const AUTHORIZE = "/VendorLogon/oauth/authorize";

interface FormState {
  /** Query string of the authorization request. The forms pass it on. */
  readonly search: string;
  readonly formToken: string;
  readonly cookie: string;
}

export function signInPage({ search, formToken, cookie }: FormState, problem?: string): HttpResponse {
  const alert = problem === undefined ? [] : [markup`<p role="alert">${problem}</p>`];
  const content = markup`${alert}<form method="post" action="${SIGN_IN}">
<input type="hidden" name="request" value="${search}"><input type="hidden" name="token" value="${formToken}">
<label>User name <input name="username" autocomplete="username" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>`;
  return page("Sign in", content, { status: problem === undefined ? 200 : 401, cookie });
}

export interface Consent extends FormState {
  readonly user: string;
  readonly client: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
}

export function consentPage(consent: Consent): HttpResponse {
  const { search, formToken, cookie, user, client, scopes, redirectUri } = consent;
  const choices = scopes.map(
    (scope) => markup`<label><input type="checkbox" name="scope" value="${scope}" checked> ${scope}</label>`,
  );
  const target = redirectUri === OUT_OF_BAND ? undefined : new URL(redirectUri).origin;
  const place = target === undefined ? [] : [markup`<p>Your browser then opens ${target}.</p>`];
  const content = markup`<p>${user}, the application <strong>${client}</strong> asks for access in your name:</p>
<form method="post" action="${AUTHORIZE}">
<input type="hidden" name="request" value="${search}"><input type="hidden" name="token" value="${formToken}">
${choices}${place}<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>`;
  return page("Allow access", content, { cookie, redirectOrigin: target });
}

export function codePage(code: string): HttpResponse {
  return page(
    "Authorization code",
    markup`<p>Copy this code into the application:</p><p><code>${code}</code></p>`,
  );
}

/** A page for requests that must not be answered by a redirect, because the redirect URI is not known to be right. */
export function errorPage(problem: string): HttpResponse {
  return page("The request is not valid", markup`<p role="alert">${problem}</p>`, { status: 400 });
}
