import type { HtmlErrorBody, HtmlProblem } from "tamis/http";
import { markup, type SafeHtml } from "./escape-html.ts";
import { correctedSearch, markedValue } from "./query-links.ts";

/** Returns the errors of a query, each with its position and a link to the corrected query. */
export function problemsHtml(error: HtmlErrorBody, path: string, search: string): SafeHtml {
  const problems =
    error.errors.length === 0
      ? markup`<p>${error.message} ${error.remediation}</p>`
      : error.errors.map((each) => problemHtml(each, path, search));
  return markup`<div class="error" role="alert" id="problems">${problems}</div>`;
}

function problemHtml(problem: HtmlProblem, path: string, search: string): SafeHtml {
  const marked = markedValue(search, problem);
  const corrected = correctedSearch(search, problem);
  return markup`<p>
      ${
        marked === undefined
          ? undefined
          : markup`<strong>${marked.name}, column ${Array.from(marked.before).length + 1}:</strong> `
      }${problem.message}
    </p>
    ${
      marked === undefined
        ? undefined
        : markup`<pre><code>${marked.before}<mark>${marked.marked}</mark>${marked.after}</code></pre>`
    }${
      corrected === undefined
        ? undefined
        : markup`<p><a href="${path}?${corrected}">${problem.remediation ?? "Apply the correction"}</a></p>`
    }`;
}
