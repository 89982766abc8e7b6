import { expect, it } from "vitest";
import { call, name, string } from "../../src/ast/constructors.ts";
import { makeLiteral } from "../../src/ast/make-node.ts";
import { check } from "../../src/checker/check.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";
import { NOWHERE } from "../../src/diagnostics/span.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { localeWithRules } from "../../src/sql/database-functions/locale-rules.ts";
import { randomTag } from "../collation/locale/random-tags.ts";
import { random } from "../collation/uca/random-strings.ts";
import { countOf } from "../effort.ts";
import { agree, filterOf } from "./agree.ts";
import { compareFilter, storableRows } from "./against-memory.ts";
import { describeBackends } from "./engines/describe-engines.ts";
import { words } from "../words.ts";

/** Values that are known to break databases. */

const column = (member: string, values: readonly unknown[]) => values.map((value) => ({ [member]: value }));
const isRefused = (text: string) => {
  const { expression } = parseFilter(text);
  return expression === undefined || !check(expression, typedCatalog).ok;
};

/** Seed of the random language tags. */
const SEED = Math.floor(Math.random() * 2 ** 32);

describeBackends((engine) => {
  it("integers beyond 2^53 are exact", () =>
    agree(engine(), {
      rows: column("i", [9007199254740992, 9007199254740993n, 9007199254740994, -9007199254740993n]),
      filters: {
        "eq(i,9007199254740993)": [1],
        "eq(i,9007199254740992)": [0],
        "gt(i,9007199254740992)": [1, 2],
        "le(i,9007199254740993)": [0, 1, 3],
        "in(i,9007199254740993,9007199254740994)": [1, 2],
        "eq(i,-9007199254740993)": [3],
      },
      sortBys: ["i", "i:descending"],
    }));

  it("integers at the limits of 64 bits and beyond are compared exactly", () =>
    agree(engine(), {
      rows: column("i", [9223372036854775807n, -9223372036854775808n, 0, null]),
      filters: {
        "eq(i,9223372036854775807)": [0],
        "eq(i,-9223372036854775808)": [1],
        "eq(i,9223372036854775808)": [],
        "ne(i,9223372036854775808)": [0, 1, 2],
        "lt(i,9223372036854775808)": [0, 1, 2],
        "gt(i,-9223372036854775809)": [0, 1, 2],
        "ge(i,18446744073709551616)": [],
        "not(gt(i,1e300))": [0, 1, 2],
        "in(i,9223372036854775808,0)": [2],
        "not(in(i,9223372036854775808,-9223372036854775809))": [0, 1, 2],
      },
    }));

  it("a number literal that overflows is rejected; one that underflows is zero or the least double", async () => {
    expect(["eq(n,1e400)", "eq(n,-1e400)"].filter((text) => !isRefused(text))).toEqual([]);
    await agree(engine(), {
      rows: column("n", [0, 5e-324, 1.7976931348623157e308]),
      filters: {
        "eq(n,5e-324)": [1],
        "eq(n,1.7976931348623157e308)": [2],
        "eq(n,1e-400)": [0],
        "gt(n,0)": [1, 2],
      },
    });
  });

  it("negative zero equals zero", () =>
    agree(engine(), {
      rows: column("n", [-0, 0, 1e-300, -1e-300]),
      filters: {
        "eq(n,0)": [0, 1],
        "eq(n,-0)": [0, 1],
        "lt(n,0)": [3],
        "ge(n,-0)": [0, 1, 2],
        "contains(n,'-0')": undefined,
      },
      sortBys: ["n", "n:descending"],
    }));

  it("NaN and infinity are null in every column that can hold them", async () => {
    const rows = [NaN, Infinity, -Infinity, 1].map((n, id) => ({
      ...storableRows(engine(), typedCatalog, [{}])[0]!,
      id,
      n,
    }));
    await engine().load(typedCatalog, rows);
    for (const text of words(`
      isNull(n) gt(n,0) not(gt(n,0)) lt(n,0) eq(n,n) ne(n,1) in(n,1,2) not(in(n,1,2)) contains(n,'n')
    `)) {
      const { disagreement } = await compareFilter(engine(), filterOf(text), rows, undefined);
      expect([text, disagreement]).toEqual([text, undefined]);
    }
  });

  it("doubles are compared as doubles, not as decimals", () =>
    agree(engine(), {
      rows: column("n", [0.1, 0.1 + 0.2, 0.3, 0.30000000000000004]),
      filters: {
        "eq(n,0.1)": [0],
        "eq(n,0.3)": [2],
        "eq(n,0.30000000000000004)": [1, 3],
        "lt(n,0.30000000000000004)": [0, 2],
      },
    }));

  it("a list without elements that are not null equals nothing, whatever it is compared with", async () => {
    const known = { s: "x", i: 1, dt: "2020-01-01T00:00:00Z" };
    const lists = [
      { tags: [], nums: [], ptags: [], dts: [] },
      { tags: [null], nums: [null, null], ptags: [null], dts: [null] },
      { tags: ["x"], nums: [1, null], ptags: ["X"], dts: ["2020-01-01T00:00:00Z"] },
      { tags: ["y", null], nums: [2], ptags: ["y"], dts: ["2021-01-01T00:00:00Z", null] },
    ];
    const rows = [...lists.map((row) => ({ ...row, ...known })), ...lists];
    const isFalse = (text: string, kept: readonly number[]) => ({ [`not(${text})`]: kept });
    await agree(engine(), {
      rows,
      filters: {
        "eq(tags,s)": [2],
        "ne(tags,s)": [0, 1, 3, 4, 5],
        "ne(s,tags)": [0, 1, 3, 4, 5],
        "ne(nums,i)": [0, 1, 3, 4, 5],
        "ne(dts,dt)": [0, 1, 3, 4, 5],
        "ne(ptags,s)": [0, 1, 3, 4, 5],
        ...isFalse("contains(tags,s)", [0, 1, 3, 4, 5]),
        ...isFalse("startsWith(tags,s)", [0, 1, 3, 4, 5]),
        ...isFalse("endsWith($primary,tags,s)", [0, 1, 3, 4, 5]),
        ...isFalse("startsWith(nums,s)", [0, 1, 2, 3, 4, 5]),
        ...isFalse("in(tags,s,'z')", [0, 1, 3, 4, 5]),
        ...isFalse("in(s,tags,'z')", [0, 1, 3]),
        ...isFalse("lt(nums,i)", [0, 1, 2, 3, 4, 5]),
        ...isFalse("lt(i,nums,9)", [0, 1, 2, 4, 5]),
        ...isFalse("match(tags,'z')", [0, 1, 2, 3, 4, 5, 6, 7]),
        ...isFalse("contains(tags,substr(s,5))", [0, 1, 2, 3, 4, 5]),
        "eq(contains(tags,s),false)": [0, 1, 3, 4, 5],
        "isNull(eq(tags,s))": [6, 7],
      },
    });
  });

  it("one very long string does not fail the order or a comparison of the whole table", () => {
    // MariaDB sorts by the first 65,536 bytes of a string or of its stored key.
    const long = "Straße ".repeat(/mariadb/i.test(engine().name) ? 2_000 : 160_000);
    return agree(engine(), {
      rows: column("s", ["b", `${long}z`, "a", `${long}A`, null]),
      filters: {
        "gt($primary,s,'STRASSE')": [1, 3],
        "lt($tertiary,s,'Strasse')": [0, 2],
        "eq($primary,s,'A')": [2],
        "contains($primary,s,'STRASSE Z')": [1],
        "gt($identical,s,'b')": [1, 3],
      },
      sortBys: ["s", "s:primary", "s:identical:descending"],
    });
  });

  it("a search compares code points, so that it does not find half a character", () => {
    const lead = "😀".slice(0, 1);
    const trail = "😀".slice(1);
    const pairs = [
      ["😀", lead],
      ["😀", trail],
      ["a😀b", `a${lead}`],
      ["a😀b", `${trail}b`],
      [`${lead}😀`, lead],
      [`😀${trail}`, trail],
      [`a${lead}`, lead],
      ["😀😀", "😀"],
      [`${lead}😀`, "😀"],
    ] as const;
    const searches = ["contains", "startsWith", "endsWith"].flatMap((search) =>
      ["s,sc", "$identical,s,sc", "sc,s", "$primary,s,sc", "s,'😀'", "s,'a'"].map(
        (operands) => [`${search}(${operands})`, undefined] as const,
      ),
    );
    return agree(engine(), {
      rows: pairs.map(([s, sc]) => ({ s, sc })),
      filters: Object.fromEntries(searches),
    });
  });

  it(`a language tag has the same meaning on every backend, whatever its keys are (seed ${SEED})`, async () => {
    const next = random(SEED);
    const tags = [
      ...words(`
        en-u-kn EN-u-ka-shifted sv-u-co-unknown de-u-co-phonebk-kn da-u-kf-lower fr-u-kb-kc
      `),
      ...Array.from({ length: countOf("sql/adversarial-values: random tags") }, () => randomTag(next)),
    ];
    const texts = words("x10 x2 x-2 X2 a A aB Ab ä ae af côte coté ch cz z");
    for (const locale of tags) {
      await loadCollations("und", localeWithRules(locale));
      await agree(engine(), {
        rows: column("s", texts),
        filters: {
          "gt($tertiary,s,'x10')": undefined,
          "le($primary,s,'AE')": undefined,
          "eq($primary,s,'x2')": undefined,
          "startsWith($primary,s,'A')": undefined,
        },
        sortBys: ["s", "s:primary", "s:identical:descending"],
        locale,
      });
      await agree(engine(), {
        rows: column("s", ["x2", "x10", "a", "A"]),
        filters: { "lt($tertiary,s,'x2')": locale.includes("kn") ? [1, 2, 3] : undefined },
        locale,
      });
    }
  }, 60_000);

  it("quotes and the special characters of SQL and HTML are ordinary characters", () => {
    const texts = [
      ...["'", "''", "'''", '"', "a'b", 'a"b', "a\\'b", "`a`", "' OR '1'='1", "'; DROP TABLE things;--"],
      ...words("/* */ -- # \\ % _ ? ?? $1 :x @p0 {fn} 0x27 CHAR(39) ] <script>alert(1)</script>"),
      ...["</script>", '"><img src=x onerror=alert(1)>', "&lt;", "\u001b[2J", "a\r\nb", "\u2028"],
      "\u202eabc",
    ];
    const filters = texts.flatMap((text, i) => {
      const quoted = `'${text.replaceAll("'", "''")}'`;
      return [`eq(s,${quoted})`, `in(s,${quoted},'zzz')`].map((filter) => [filter, [i]] as const);
    });
    // A long list is one parameter.
    const quoted = [...texts, ...Array.from({ length: 20 }, (_, i) => `word ${i}`)].map(
      (text) => `'${text.replaceAll("'", "''")}'`,
    );
    const long = [`in(s,${quoted.join()})`, `not(in(s,${quoted.join()}))`, `in(tags,${quoted.join()})`];
    return agree(engine(), {
      rows: [...texts, "A'B", "word 7", "n"].map((s) => ({ s, tags: [s, "y"] })),
      filters: {
        ...Object.fromEntries(filters),
        ...Object.fromEntries(long.map((text) => [text, undefined])),
      },
    });
  });

  it("the wildcards of LIKE are ordinary characters", () =>
    agree(engine(), {
      rows: column("s", ["100%", "100x", "a_b", "axb", "a\\b", "[a]", "a", "*", "?"]),
      filters: {
        "contains(s,'%')": [0],
        "contains(s,'_')": [2],
        "contains(s,'\\')": [4],
        "contains(s,'[a]')": [5],
        "startsWith(s,'100%')": [0],
        "endsWith(s,'\\b')": [4],
        "contains(s,'*')": [7],
        "contains(s,'?')": [8],
      },
    }));

  it("a search string may have 60,000 characters", async () => {
    const needle = "x".repeat(60_000);
    const rows = storableRows(
      engine(),
      typedCatalog,
      column("s", [needle, `a${needle}b`, "x", needle.slice(1)]),
    );
    await engine().load(typedCatalog, rows);
    for (const callee of ["contains", "startsWith", "endsWith", "eq"]) {
      const checked = check(call(callee, [name("s"), string(needle)]), typedCatalog, {
        limits: { string: 65_536 },
      });
      expect((await compareFilter(engine(), checked.filter!, rows, undefined)).disagreement).toBe(undefined);
    }
  });

  it("searches distinguish case, accents and trailing spaces", () => {
    const searches = words(`
      startsWith(s,'A') contains(s,'a') endsWith(s,'A') contains(s,'ss') eq(s,'ä') in(s,'aaa','ss','i')
      match(s,'[A-Z]+') contains(tags,'AAA') eq(substr(s,-2),'aa') startsWith(s,'😀') eq(m.a,'a') lt(s,'ab')
    `);
    const spaces = [
      ...["eq(s,'a')", "eq(s,'a ')", "ne(s,'a')", "in(s,'a ','')", "eq(o.x,'a')", "contains(tags,'a ')"],
      ...["match(m,'a ','a ')", "startsWith(s,'a ')", "endsWith(s,' ')", "contains(s,' ')", "lt(s,'a ')"],
      ...["match(s,'a ?')", "blank(s)", "eq(length(s),2)"],
    ];
    const texts = [
      ...words("aaa AAA Ä ä a\u0308 ß ss İ i 😀 \uffff Aa a A"),
      ...["a ", "a\t", "", " ", "a  "],
    ];
    return agree(engine(), {
      rows: texts.map((s) => ({ s, tags: [s], m: { [s]: s }, o: { x: s } })),
      filters: {
        ...Object.fromEntries([...searches, ...spaces].map((text) => [text, undefined])),
        "startsWith(s,'A')": [1, 11, 13],
        "eq(s,'a ')": [14],
      },
    });
  });

  it("integers and doubles of columns are compared exactly, and written as JavaScript writes them", () => {
    const many = Array.from({ length: 40 }, (_, i) => i / 10).join();
    const texts = [
      ...words("eq(i,n) lt(i,n) le(i,n) gt(i,n) ge(n,i) ne(i,n) contains(i,'9007') eq(length(i),20)"),
      ...words("contains(o.n,'e+21') startsWith(o.n,'12345678901234568') in(n,0,1e300,-1.5) eq(l.n,0)"),
      ...words("eq(l.n,0.30000000000000004) eq(l.n,5e-324) lt(i,2.5) gt(i,-0.5)"),
      ...[`in(n,${many},0.30000000000000004,5e-324)`, `in(i,${many},9223372036854775807,9007199254740993)`],
    ];
    return agree(engine(), {
      rows: [
        { i: 0, n: -0, l: [{ n: -0 }] },
        { i: 9007199254740993n, n: 9007199254740992, l: [{ n: 5e-324 }] },
        { i: 9223372036854775807n, n: 9223372036854775807, l: [{ n: 1e308 }] },
        { i: -9223372036854775808n, n: -9223372036854775808, l: [{ n: 0.1 + 0.2 }] },
        { i: -1, n: -1.5, l: [{ n: null }, { n: 1 }] },
        { i: 3, n: 1e300, o: { n: 1e21 } },
        { i: 3, n: 0.30000000000000004, o: { n: 123456789012345680000 } },
      ],
      filters: Object.fromEntries(texts.map((text) => [text, undefined])),
    });
  });

  it("lists, maps and objects may have values of other types and unusual names", () => {
    const texts = [
      ...["contains(tags,'a')", "eq(length(tags),5)", "eq(length(l.x),1)", "isNull(tags)", "isNull(o)"],
      ...["isNull(l.x)", "eq(o.x,'1')", "ne(l.x,'b')", "eq(length(m),5)", "match(m,'q\"r','1')"],
      ...["match(m,'b.s','2')", "match(m,'(?s)n.l','3')", "match(m,'','4')", "match(m,'.','5')", "eq(o.n,3)"],
      ...["isNull(o.n)", "contains(tags,'null')", "not(contains(tags,'a'))", "not(eq(l.x,'a'))"],
    ];
    return agree(engine(), {
      rows: [
        {
          tags: ["a", null, 1, ["a"], { a: "a" }],
          m: { 'q"r': "1", "b\\s": "2", "n\nl": "3", "": "4", "😀": "5" },
        },
        { tags: [], m: {}, o: { x: "1" }, l: [{ x: "a" }, { x: null }, {}] },
        { tags: [["a"]], o: { x: 1, n: 1.5 }, l: [{ x: 1 }] },
        { tags: ["null", "true"], o: { x: null, n: 3 }, l: [] },
        {},
      ],
      filters: Object.fromEntries(texts.map((text) => [text, undefined])),
    });
  });

  it("U+0000 and lone surrogates never reach a database", () => {
    for (const value of ["\0", "a\0b", "\ud800", "\udc00a"]) {
      expect(() => string(value)).toThrow(TypeError);
      const literal = makeLiteral("string", value, NOWHERE);
      expect([value, check(call("eq", [name("s"), literal]), typedCatalog).ok]).toEqual([value, false]);
    }
  });

  it("Unicode normalization forms differ at identical strength and are equal below it", () =>
    agree(engine(), {
      rows: column("s", ["\u00e9", "e\u0301", "\u00c5", "\u212b", "A\u030a", "\ufb01", "fi"]),
      filters: {
        "eq(s,'\u00e9')": [0],
        "eq(s,'e\u0301')": [1],
        "eq($tertiary,s,'e\u0301')": [0, 1],
        "eq($primary,s,'a')": [2, 3, 4],
        "eq($secondary,s,'\u00e5')": [2, 3, 4],
        "eq($primary,s,'FI')": [5, 6],
      },
      sortBys: ["s", "s:identical", "s:primary", "s:descending:secondary"],
    }));

  it("compatibility characters, Hangul and joined letters are equal at the same strengths as in memory", () =>
    agree(engine(), {
      rows: column("s", words("\u2460 1 가 \u1100\u1161 \u212a K k ſ s ﬃ ffi ß ss ẞ")),
      filters: {
        "eq(s,'가')": [2],
        "eq($tertiary,s,'가')": [2, 3],
        "eq($primary,s,'1')": [0, 1],
        "eq($tertiary,s,'1')": [1],
        "eq($primary,s,'k')": [4, 5, 6],
        "eq($primary,s,'s')": [7, 8],
        "eq($primary,s,'ffi')": [9, 10],
        "eq($identical,s,'ffi')": [10],
        "eq($primary,s,'ss')": [11, 12, 13],
        "in($primary,s,'K','SS')": [4, 5, 6, 11, 12, 13],
        "startsWith($primary,s,'f')": [10],
      },
      sortBys: ["s", "s:primary", "s:identical:descending"],
    }));

  it("thousands of combining marks or joined emoji are compared and measured as in memory", () => {
    const marks = "\u0301\u0323".repeat(2_000);
    const reversed = "\u0323\u0301".repeat(2_000);
    const family = "👨\u200d".repeat(2_000);
    return agree(engine(), {
      rows: column("s", [`a${marks}`, `a${reversed}`, "a", family, `${family}x`]),
      filters: {
        "eq($primary,s,'a')": [0, 1, 2],
        "eq(s,'a')": [2],
        "eq(length(s),4001)": [0, 1, 4],
        "endsWith(s,'x')": [4],
        "eq(substr(s,-1),'x')": [4],
        "blank(s)": [],
      },
      sortBys: ["s:primary", "s:identical"],
    });
  });

  it("case changes use the full mapping and the rules of the locale", async () => {
    const rows = column("s", ["ß", "İ", "i", "ı", "I", "ς", "σ", "Σ", "ŉ", "ﬃ", "\u212a", "ſ", "straße"]);
    await agree(engine(), {
      rows,
      filters: {
        "eq(upCase(s),'SS')": [0],
        "eq(upCase(s),'FFI')": [9],
        "eq(upCase(s),'STRASSE')": [12],
        "eq(upCase(s),'Σ')": [5, 6, 7],
        "eq(upCase(s),'ʼN')": [8],
        "eq(upCase(s),'S')": [11],
        "eq(downCase(s),'k')": [10],
        "eq(downCase(s),'i\u0307')": [1],
        "match(s,'(?i)k')": [10],
        "match(s,'(?i)i')": [2, 4],
      },
    });
    await agree(engine(), {
      rows,
      locale: "tr",
      filters: { "eq(upCase(s),'İ')": [1, 2], "eq(downCase(s),'ı')": [3, 4] },
    });
  });

  it("length and substr count code points", () =>
    agree(engine(), {
      rows: column("s", ["😀", "👨‍👩‍👧", "e\u0301", "😀x", "", "abcdef"]),
      filters: {
        "eq(length(s),1)": [0],
        "eq(length(s),5)": [1],
        "eq(length(s),2)": [2, 3],
        "eq(substr(s,0,1),'😀')": [0, 3],
        "eq(substr(s,-1),'x')": [3],
        "eq(substr(s,-10,5),'abcde')": [5],
        "eq(substr(s,2147483647),'')": [0, 1, 2, 3, 4, 5],
        "eq(substr(s,1,2147483647),'bcdef')": [5],
        "eq(substr(s,0,0),'')": [0, 1, 2, 3, 4, 5],
        "eq(substr(s,2147483648),'')": [0, 1, 2, 3, 4, 5],
        "eq(substr(s,-2147483649),'abcdef')": [5],
        "eq(substr(s,0,9007199254740993),'abcdef')": [5],
        "eq(substr(s,-9223372036854775808,2),'ab')": [5],
        "eq(substr(s,-1,5),'f')": [5],
      },
    }));

  it("a start or a length from a column can be negative, a fraction or out of range", () =>
    agree(engine(), {
      rows: [
        { s: "😀bc", n: 1.5, i: -1 },
        { s: "😀bc", n: 1, i: 2147483648 },
        { s: "😀bc", n: -2, i: -9223372036854775808n },
        { s: "😀bc", n: 1e300, i: 1 },
        { s: "😀bc", n: null, i: null },
      ],
      filters: {
        "isNull(substr(s,n))": [0, 4],
        "eq(substr(s,n),'bc')": [1, 2],
        "eq(substr(s,n),'')": [3],
        "isNull(substr(s,0,i))": [0, 2, 4],
        "eq(substr(s,0,i),'😀bc')": [1],
        "eq(substr(s,0,i),'😀')": [3],
      },
    }));

  it("blank accepts exactly the characters of Unicode's White_Space", () =>
    agree(engine(), {
      rows: column("s", [
        ...["", " ", "\u00a0", "\u200b", "\u3000", "\ufeff", "\t", null, "\u0085", "\u180e", "\u2028"],
        ...["\u001c", " a "],
      ]),
      filters: { "blank(s)": [0, 1, 2, 4, 6, 8, 10], "not(blank(s))": [3, 5, 9, 11, 12] },
    }));

  it("control characters in values are ordinary characters", () =>
    agree(engine(), {
      rows: column("s", ["\u202eabc", "\u001b[2J", "a\r\nb", "a\nb", "\u0007"]),
      filters: {
        "contains(s,'\u001b[')": [1],
        "contains(s,'\r\n')": [2],
        "startsWith(s,'\u202e')": [0],
        "eq(s,'\u0007')": [4],
      },
    }));
});
