const ROWS = 100_000;
const CITIES = [
  "Amsterdam",
  "Berlin",
  "Göteborg",
  "Kraków",
  "Lisboa",
  "Lyon",
  "Málaga",
  "München",
  "Reykjavík",
  "Zürich",
];
const STATES = ["open", "paid", "shipped", "returned"];
const PRODUCTS = [
  "coffee mill",
  "espresso cup",
  "tea strainer",
  "flour sieve",
  "kitchen scale",
  "milk jug",
  "Spätzle press",
];
const SECONDS_PER_DAY = 86_400;
const FIRST_DAY = Date.UTC(2023, 0, 1);
const DAYS = 1_000;

/** Returns the same orders each time, as CSV. They show the speed of large data. */
export function madeOrders(rows = ROWS): string {
  const random = randomNumbers(20_261_122);
  const choose = (choices: readonly string[]) => choices[Math.floor(random() ** 1.6 * choices.length)]!;
  const lines = ["id,product,city,state,quantity,price,ordered"];
  for (let id = 1; id <= rows; id++) {
    const quantity = 1 + Math.floor(random() ** 3 * 20);
    const price = (quantity * (5 + random() * 60)).toFixed(2);
    const seconds = Math.floor(random() * DAYS * SECONDS_PER_DAY);
    const ordered = new Date(FIRST_DAY + seconds * 1_000).toISOString().replace(".000Z", "Z");
    lines.push([id, choose(PRODUCTS), choose(CITIES), choose(STATES), quantity, price, ordered].join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** Mulberry32: a sequence of numbers from 0 to 1 that depends only on the seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
