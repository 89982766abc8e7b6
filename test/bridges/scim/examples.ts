import type { BridgeExample } from "../examples.ts";

const CASE = ["case-sensitivity", "other"] as const;
const ORDER = ["string-order", "other"] as const;
const NULL = ["null-logic", "more"] as const;

export const SCIM_EXAMPLES: readonly BridgeExample[] = [
  { foreign: "size gt 3", tamis: "gt(size,3)" },
  {
    foreign: "size GT 3 AND enabled Eq True",
    tamis: "and(gt(size,3),eq(enabled,true))",
    back: "size gt 3 and enabled eq true",
  },
  // The examples of RFC 7644, section 3.4.2.2
  { foreign: 'userName eq "bjensen"', tamis: "eq($secondary,userName,'bjensen')", notes: [CASE] },
  {
    foreign: `name.familyName co "O'Malley"`,
    tamis: "contains($secondary,name.familyName,'O''Malley')",
    notes: [CASE],
  },
  { foreign: 'userName sw "J"', tamis: "startsWith($secondary,userName,'J')", notes: [CASE] },
  {
    foreign: 'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
    tamis: "startsWith($secondary,userName,'J')",
    notes: [CASE],
    back: 'userName sw "J"',
  },
  { foreign: "title pr", tamis: "not(isNull(title))", notes: [NULL], back: "not (title eq null)" },
  {
    foreign: 'meta.lastModified gt "2011-05-13T04:42:34Z"',
    tamis: "gt($secondary,meta.lastModified,'2011-05-13T04:42:34Z')",
    notes: [CASE, ORDER],
  },
  {
    foreign: 'title pr and userType eq "Employee"',
    tamis: "and(not(isNull(title)),eq($secondary,userType,'Employee'))",
    notes: [NULL, CASE],
    back: null,
  },
  {
    foreign: 'title pr or userType eq "Intern"',
    tamis: "or(not(isNull(title)),eq($secondary,userType,'Intern'))",
    notes: [NULL, CASE],
    back: null,
  },
  {
    foreign: 'schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"',
    tamis: "eq($secondary,schemas,'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User')",
    notes: [CASE],
  },
  {
    foreign: 'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
    tamis:
      "and(eq($secondary,userType,'Employee'),or(contains($secondary,emails,'example.com'),contains($secondary,emails.value,'example.org')))",
    notes: [CASE, CASE, CASE],
  },
  {
    foreign: 'userType ne "Employee" and not (emails co "example.com")',
    tamis:
      "and(ne($secondary,userType,'Employee'),not(and(not(isNull(emails)),contains($secondary,emails,'example.com'))))",
    notes: [CASE, ["null-logic", "fewer"], CASE],
    back: null,
  },
  {
    foreign: 'emails[type eq "work"]',
    tamis: "eq($secondary,emails.type,'work')",
    notes: [CASE],
    back: 'emails.type eq "work"',
  },
  {
    foreign: 'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
    tamis:
      "and(eq($secondary,userType,'Employee'),and(eq($secondary,emails.type,'work'),contains($secondary,emails.value,'@example.com')))",
    notes: [CASE, CASE, ["list-logic", "more"], CASE],
    back: null,
  },
  {
    foreign: 'emails[type eq "work"] or ims[type eq "xmpp"]',
    tamis: "or(eq($secondary,emails.type,'work'),eq($secondary,ims.type,'xmpp'))",
    notes: [CASE, CASE],
    back: null,
  },
  { foreign: 'emails[not (type eq "work")]', tamis: "true", notes: [["list-logic", "more"]], back: null },
  // Null
  { foreign: "size eq null", tamis: "isNull(size)" },
  { foreign: "size ne null", tamis: "not(isNull(size))", back: "not (size eq null)" },
  { foreign: "size gt null", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  {
    foreign: "not (size eq 1)",
    tamis: "not(and(not(isNull(size)),eq(size,1)))",
    back: "not (not (size eq null) and (size eq 1 or size eq null))",
  },
  { foreign: "not (size eq 1 or size eq null)", tamis: "not(eq(size,1))" },
  { foreign: "id pr", tamis: "true" },
  // Logic
  {
    foreign: "a eq 1 or b eq 2 and c eq 3",
    tamis: "or(eq(a,1),and(eq(b,2),eq(c,3)))",
  },
  { foreign: "(a eq 1 or b eq 2) and c eq 3", tamis: "and(or(eq(a,1),eq(b,2)),eq(c,3))" },
  // Values
  { foreign: "size eq -1.5e3", tamis: "eq(size,-1500)", back: "size eq -1500" },
  { foreign: "size eq 9007199254740993", tamis: "eq(size,9007199254740993)" },
  {
    foreign: String.raw`name eq "say \"\u00e4\" \\"`,
    tamis: String.raw`eq($secondary,name,'say "ä" \')`,
    notes: [CASE],
    back: String.raw`name eq "say \"ä\" \\"`,
  },
  { foreign: "enabled gt true", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: "size co 1", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  // Other texts
  { foreign: "", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "size", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "size eq", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "size eq 1 and", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "size eq other", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: 'name eq "x', tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: String.raw`name eq "\x"`, tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "not size eq 1", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: 'emails[type eq "work"', tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "$ref pr", tamis: "true", notes: [["unwritable-name", "more"]], back: null },
  // Orders
  {
    part: "sortBy",
    foreign: "sortBy=name&sortOrder=descending",
    tamis: "isNull(name):descending,name:descending",
    notes: [["string-order", "order"]],
  },
  {
    part: "sortBy",
    foreign: "name",
    tamis: "isNull(name),name",
    notes: [["string-order", "order"]],
    back: "sortBy=name",
  },
  { part: "sortBy", foreign: "a&b", tamis: undefined, notes: [["syntax", "failed"]] },
];
