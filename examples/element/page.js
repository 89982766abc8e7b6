import "./tamis-filter.js";

const box = document.querySelector("tamis-filter");
const caption = document.querySelector("caption");
const body = document.querySelector("tbody");

const read = async (path, signal) => (await fetch(path, { signal })).json();
const numbers = new Intl.NumberFormat("en");

let running = new AbortController();

/** Shows the first places that match. A newer filter cancels the request of an older one. */
async function search(filter) {
  running.abort();
  running = new AbortController();
  const query = new URLSearchParams({ filter, sortBy: "pop_max:descending", limit: "12" });
  const { count, items } = await read(`/api/places?${query}`, running.signal);
  caption.textContent = `Places: ${count}`;
  body.replaceChildren(
    ...items.map(({ name, adm0name, pop_max: population }) => {
      const row = document.createElement("tr");
      for (const text of [name, adm0name, numbers.format(population)])
        row.insertCell().textContent = text ?? "";
      return row;
    }),
  );
}

const ignoreCanceled = (error) => {
  if (error.name !== "AbortError") throw error;
};

box.catalog = await read("/catalog.json");
// The most frequent values of a member that begin with what was typed.
box.values = async ({ member, prefix, part }, { signal }) => {
  if (part === "key") return [];
  const filter = `startsWith(${member},'${prefix.replaceAll("'", "''")}')`;
  const { values } = await read(`/api/places/@facets/${member}?${new URLSearchParams({ filter })}`, signal);
  return values.map(({ value }) => value);
};
box.addEventListener("input", ({ detail: { value, expression } }) => {
  if (expression !== undefined) search(value).catch(ignoreCanceled);
});
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
await search(box.value);
