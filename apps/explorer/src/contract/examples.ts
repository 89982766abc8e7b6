/** An expression to try, with a name for its button. */
export interface Trial {
  readonly title: string;
  readonly filter: string;
  readonly sortBy: string;
}

export interface Example {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Members that the table shows first. */
  readonly first: readonly string[];
  /** The first one is shown when the example is opened. */
  readonly trials: readonly [Trial, ...Trial[]];
}

const trial = (title: string, filter: string, sortBy = ""): Trial => ({ title, filter, sortBy });

export const EXAMPLES: readonly Example[] = [
  {
    name: "places",
    title: "Places",
    about: "243 cities",
    first: ["name", "adm0name", "pop_max", "featurecla"],
    trials: [
      trial(
        "Capitals with millions",
        "and(gt(pop_max,5000000),contains(featurecla,'capital'))",
        "pop_max:descending",
      ),
      trial("Any accents and case", "startsWith($primary,name,'são')"),
      trial("Name differs in ASCII", "ne(name,nameascii)", "name"),
      trial("A pattern", "match(name,'.*(burg|grad|ville)')", "name"),
    ],
  },
  {
    name: "countries",
    title: "Countries",
    about: "177 countries",
    first: ["NAME", "POP_EST", "CONTINENT", "NAME_DE", "ECONOMY"],
    trials: [
      trial("Europe by population", "and(eq(CONTINENT,'Europe'),gt(POP_EST,10000000))", "POP_EST:descending"),
      trial("Same name in German", "eq(NAME,NAME_DE)", "NAME"),
      trial("Long names", "gt(length(NAME_LONG),20)", "NAME_LONG"),
    ],
  },
  {
    name: "languages",
    title: "Languages",
    about: "851 subtags",
    first: ["subtag", "type", "descriptions", "added"],
    trials: [
      trial("Added since 2010", "and(eq(type,'language'),ge(added,2010-01-01))", "added:descending"),
      trial("In a list", "eq(descriptions,'Castilian')"),
      trial("Without a value", "and(eq(type,'script'),isNull(scope))", "subtag"),
    ],
  },
  {
    name: "time-zones",
    title: "Time zones",
    about: "312 zones",
    first: ["Time_Zone", "Country_Codes", "Comments"],
    trials: [
      trial(
        "America, with a comment",
        "and(startsWith(Time_Zone,'America/'),not(isNull(Comments)))",
        "Time_Zone",
      ),
      trial("Some countries", "in(Country_Codes,'DE','AT','CH')"),
    ],
  },
  {
    name: "orders",
    title: "Orders",
    about: "100,000 generated",
    first: [],
    trials: [
      trial(
        "Large orders of 2024",
        "and(ge(ordered,2024-01-01),lt(ordered,2025-01-01),gt(price,500),ne(state,'returned'))",
        "price:descending",
      ),
      trial("Search in 100,000 rows", "contains($primary,product,'spatz')", "ordered:descending"),
      trial("One of several", "and(in(city,'Zürich','Kraków'),eq(quantity,20))"),
    ],
  },
];

export function findExample(name: string | undefined): Example | undefined {
  return EXAMPLES.find((example) => example.name === name);
}
