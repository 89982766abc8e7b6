import { invalid, leftOut, readExamples, SAME } from "../examples.ts";

const CASE = "case-sensitivity other";
const ORDER = "string-order other";
const NULL = "null-logic more";

export const SCIM_EXAMPLES = readExamples(
  [
    ["size gt 3", "gt(size,3)"],
    ["size GT 3 AND enabled Eq True", "and(gt(size,3),eq(enabled,true))", "size gt 3 and enabled eq true"],
    // The examples of RFC 7644, section 3.4.2.2
    ['userName eq "bjensen"', "eq($secondary,userName,'bjensen')", SAME, CASE],
    [`name.familyName co "O'Malley"`, "contains($secondary,name.familyName,'O''Malley')", SAME, CASE],
    ['userName sw "J"', "startsWith($secondary,userName,'J')", SAME, CASE],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
      "startsWith($secondary,userName,'J')",
      'userName sw "J"',
      CASE,
    ],
    ["title pr", "not(isNull(title))", "not (title eq null)", NULL],
    [
      'meta.lastModified gt "2011-05-13T04:42:34Z"',
      "gt($secondary,meta.lastModified,'2011-05-13T04:42:34Z')",
      SAME,
      CASE,
      ORDER,
    ],
    [
      'title pr and userType eq "Employee"',
      "and(not(isNull(title)),eq($secondary,userType,'Employee'))",
      null,
      NULL,
      CASE,
    ],
    [
      'title pr or userType eq "Intern"',
      "or(not(isNull(title)),eq($secondary,userType,'Intern'))",
      null,
      NULL,
      CASE,
    ],
    [
      'schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"',
      "eq($secondary,schemas,'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User')",
      SAME,
      CASE,
    ],
    [
      'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
      "and(eq($secondary,userType,'Employee'),or(contains($secondary,emails,'example.com'),contains($secondary,emails.value,'example.org')))",
      SAME,
      CASE,
      CASE,
      CASE,
    ],
    [
      'userType ne "Employee" and not (emails co "example.com")',
      "and(ne($secondary,userType,'Employee'),not(and(not(isNull(emails)),contains($secondary,emails,'example.com'))))",
      null,
      CASE,
      "null-logic fewer",
      CASE,
    ],
    ['emails[type eq "work"]', "eq($secondary,emails.type,'work')", 'emails.type eq "work"', CASE],
    [
      'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
      "and(eq($secondary,userType,'Employee'),and(eq($secondary,emails.type,'work'),contains($secondary,emails.value,'@example.com')))",
      null,
      CASE,
      CASE,
      "list-logic more",
      CASE,
    ],
    [
      'emails[type eq "work"] or ims[type eq "xmpp"]',
      "or(eq($secondary,emails.type,'work'),eq($secondary,ims.type,'xmpp'))",
      null,
      CASE,
      CASE,
    ],
    ['emails[not (type eq "work")]', "true", null, "list-logic more"],
    // Null
    ["size eq null", "isNull(size)"],
    ["size ne null", "not(isNull(size))", "not (size eq null)"],
    ["size gt null", "true", null, "unsupported-value more"],
    [
      "not (size eq 1)",
      "not(and(not(isNull(size)),eq(size,1)))",
      "not (not (size eq null) and (size eq 1 or size eq null))",
    ],
    ["not (size eq 1 or size eq null)", "not(eq(size,1))"],
    ["id pr", "true"],
    // Logic
    ["a eq 1 or b eq 2 and c eq 3", "or(eq(a,1),and(eq(b,2),eq(c,3)))"],
    ["(a eq 1 or b eq 2) and c eq 3", "and(or(eq(a,1),eq(b,2)),eq(c,3))"],
    // Values
    ["size eq -1.5e3", "eq(size,-1500)", "size eq -1500"],
    ["size eq 9007199254740993", "eq(size,9007199254740993)"],
    [
      String.raw`name eq "say \"\u00e4\" \\"`,
      String.raw`eq($secondary,name,'say "ä" \')`,
      String.raw`name eq "say \"ä\" \\"`,
      CASE,
    ],
    ...leftOut("unsupported-value", "enabled gt true", "size co 1"),
    // Other texts
    ...invalid("", "size", "size eq", "size eq 1 and", "size eq other", "size eq 01", 'name eq "x'),
    ...invalid(String.raw`name eq "\x"`, "not size eq 1", 'emails[type eq "work"'),
    ["$ref pr", "true", null, "unwritable-name more"],
  ],
  [
    // Orders
    [
      "sortBy=name&sortOrder=descending",
      "isNull(name):descending,name:descending",
      SAME,
      "string-order order",
    ],
    ["name", "isNull(name),name", "sortBy=name", "string-order order"],
    ["a&b", undefined, SAME, "syntax failed"],
  ],
);
