import { createHash } from "node:crypto";

/** Style sheet of all pages. It is in the page, so that a page is one response. */
export const STYLE = `
:root { color-scheme: light dark; --line: #d0d5dd; --dim: #5b6472; --accent: #0b5cad; --soft: #f3f5f8; --bad: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a4250; --dim: #a2acba; --accent: #7ab7ff; --soft: #1b212b; --bad: #ff9b8f; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 110rem; padding: 1rem 1.25rem 3rem; font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
h1 { margin: .5rem 0 1rem; font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { margin: 1rem 0 .25rem; font-size: .9rem; }
h2, li, dt, .error p { overflow-wrap: anywhere; }
code, input { font-family: ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
label { flex-basis: 100%; font-weight: 600; }
input { flex: 1 1 20rem; min-width: 0; padding: .5rem .6rem; font-size: 1rem; border: 1px solid var(--dim); border-radius: 4px; }
input[aria-invalid] { border-color: var(--bad); }
button { padding: .5rem 1rem; font: inherit; }
.hint, .null, footer { color: var(--dim); }
.hint { margin: .5rem 0 1rem; }
.error { margin: .75rem 0; padding: .5rem .9rem; border-left: 4px solid var(--bad); background: var(--soft); }
.error p { margin: .4rem 0; }
.error pre { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { color: inherit; background: none; text-decoration: underline wavy var(--bad); font-weight: 700; }
.rows { overflow-x: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 4px; }
table { border-collapse: collapse; width: max-content; min-width: 100%; }
th, td { padding: .35rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); max-width: 30rem; overflow-wrap: break-word; }
thead th { background: var(--soft); }
tbody th { font-weight: 400; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.facets { display: flex; flex-wrap: wrap; gap: 0 2rem; }
.facets ul, .list { margin: 0; padding: 0; list-style: none; }
nav ul { display: flex; flex-wrap: wrap; gap: 1rem; margin: 0; padding: 0; list-style: none; }
dl { display: grid; grid-template-columns: fit-content(40%) 1fr; gap: .25rem 1.5rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
`;

const DIGEST = createHash("sha256").update(STYLE).digest("base64");

/** No scripts, and nothing from elsewhere. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${DIGEST}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
};
