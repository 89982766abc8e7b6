import type { KnowledgeBases, Locale, Qkb } from "./knowledge-bases.ts";

/** Definitions of the functions that are alike in every locale. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  Case: ["Lower", "Proper", "Upper"],
  Extraction: ["Contact Information"],
  "Gender Analysis": ["Name"],
  "Identification Analysis": ["Contact Information", "E-mail", "Phone"],
  "Language Guess": ["Language"],
  Match: ["Address", "City", "E-mail", "Name", "Organization", "Phone"],
  Parse: ["Address", "Date", "E-mail", "Name", "Phone"],
  "Pattern Analysis": ["Character", "Word"],
  Standardization: ["Address", "City", "Country", "Date", "Name", "Organization", "Phone"],
};

/** Definitions that only one locale has. */
const LOCALES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  DADNK: {},
  DEDEU: { Standardization: ["Postleitzahl", "Straße"] },
  ENGBR: { Standardization: ["Postcode"] },
  ENUSA: { Standardization: ["State", "ZIP Code"] },
  FRFRA: { Standardization: ["Code postal"] },
  SVSWE: {},
};

const locale = ([name, lists]: readonly [string, Readonly<Record<string, readonly string[]>>]): Locale => ({
  name,
  functions: Object.entries(COMMON).map(([of, definitions]) => ({
    name: of,
    definitions: [...definitions, ...(lists[of] ?? [])].map((definition) => ({ name: definition })),
  })),
});

const contacts = (version: string, isDefault: boolean, creationTimeStamp: string): Qkb => ({
  name: `Contact Information ${version}`,
  version,
  product: "Contact Information",
  productVersion: `${version}.0`,
  isDefault,
  creationTimeStamp,
  locales: Object.entries(LOCALES).map(locale),
});

const products: Qkb = {
  name: "Product Data 5",
  version: "5",
  product: "Product Data",
  productVersion: "5.2",
  isDefault: false,
  creationTimeStamp: "2025-03-11T08:00:00Z",
  locales: [
    {
      name: "ENUSA",
      functions: [
        { name: "Extraction", definitions: [{ name: "Product Attributes" }] },
        { name: "Standardization", definitions: [{ name: "Color" }, { name: "Unit of Measure" }] },
      ],
    },
  ],
};

/** The knowledge bases of a platform without a file of its own. */
export const SAMPLE: KnowledgeBases = {
  environments: [
    {
      name: "production",
      contexts: [
        { name: "batch", qkbs: [contacts("32", true, "2025-06-02T09:30:00Z")] },
        { name: "interactive", qkbs: [contacts("33", true, "2026-01-15T10:00:00Z"), products] },
      ],
    },
    {
      name: "test",
      contexts: [{ name: "default", qkbs: [contacts("33", true, "2026-02-01T07:45:00Z")] }],
    },
  ],
  fieldContentLocales: [
    { name: "ENUSA", userDefined: false },
    { name: "DEDEU", userDefined: true },
    { name: "FRFRA", userDefined: true },
  ],
};
