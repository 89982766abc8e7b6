import { invalid, leftOut, readExamples, SAME } from "../examples.ts";

const TYPED = "type-conversion other";
const NULL = "null-logic fewer";
const CASE = "case-sensitivity other";
const ORDER = "string-order other";
const DROPPED = ["unsupported-value more"] as const;
const FAILED = ["syntax failed"] as const;
const SORTED = ["string-order order", "null-order order"] as const;

export const RSQL_EXAMPLES = readExamples(
  [
    ["name==x", "eq(name,'x')"],
    // The examples of rsql-parser
    [
      'name=="Kill Bill";year=gt=2003',
      "and(eq(name,'Kill Bill'),gt(year,2003))",
      "name=='Kill Bill';year=gt=2003",
      TYPED,
    ],
    [
      'name=="Kill Bill" and year>2003',
      "and(eq(name,'Kill Bill'),gt(year,2003))",
      "name=='Kill Bill';year=gt=2003",
      TYPED,
    ],
    [
      "genres=in=(sci-fi,action);(director=='Christopher Nolan',actor==*Bale);year=ge=2000",
      "and(in(genres,'sci-fi','action'),or(eq(director,'Christopher Nolan'),endsWith(actor,'Bale')),ge(year,2000))",
      SAME,
      TYPED,
    ],
    [
      "genres=in=(sci-fi,action) and (director=='Christopher Nolan' or actor==*Bale) and year>=2000",
      "and(in(genres,'sci-fi','action'),or(eq(director,'Christopher Nolan'),endsWith(actor,'Bale')),ge(year,2000))",
      "genres=in=(sci-fi,action);(director=='Christopher Nolan',actor==*Bale);year=ge=2000",
      TYPED,
    ],
    [
      "director.lastName==Nolan;year=ge=2000;year=lt=2010",
      "and(eq(director.lastName,'Nolan'),ge(year,2000),lt(year,2010))",
      SAME,
      TYPED,
      TYPED,
    ],
    [
      "director.lastName==Nolan and year>=2000 and year<2010",
      "and(eq(director.lastName,'Nolan'),ge(year,2000),lt(year,2010))",
      "director.lastName==Nolan;year=ge=2000;year=lt=2010",
      TYPED,
      TYPED,
    ],
    [
      "genres=in=(sci-fi,action);genres=out=(romance,animated,horror),director==Que*Tarantino",
      "or(and(in(genres,'sci-fi','action'),not(in(genres,'romance','animated','horror'))),match(director,'(?s)Que.*Tarantino'))",
      SAME,
      NULL,
    ],
    [
      "genres=in=(sci-fi,action) and genres=out=(romance,animated,horror) or director==Que*Tarantino",
      "or(and(in(genres,'sci-fi','action'),not(in(genres,'romance','animated','horror'))),match(director,'(?s)Que.*Tarantino'))",
      "genres=in=(sci-fi,action);genres=out=(romance,animated,horror),director==Que*Tarantino",
      NULL,
    ],
    // The examples of the FIQL draft
    ["title==foo*;(updated=lt=-P1D,title==*bar)", "startsWith(title,'foo')", "title==foo*", ...DROPPED],
    ["updated==2003-12-13T18:30:02Z", "eq(updated,2003-12-13T18:30:02Z)", SAME, TYPED],
    ["title", "not(isNull(title))", "title=notnull=true"],
    ["title==foo%20bar", "eq(title,'foo bar')", "title=='foo bar'"],
    ["title==100%", "eq(title,'100%')"],
    ["title=='foo%20bar'", "eq(title,'foo%20bar')"],
    ["title==%ff", "eq(title,'%ff')", "title=='%ff'"],
    ["author/name==x", "eq(author.name,'x')", "author.name==x"],
    ["ex:rating=gt=4", "true", null, "unwritable-name more"],
    // The examples of rsql-jpa-specification
    ["id=bt=(2,4)", "and(ge(id,2),le(id,4))", "id=ge=2;id=le=4", TYPED, TYPED],
    ["id=nb=(2,4)", "not(and(ge(id,2),le(id,4)))", "id=lt=2,id=gt=4", NULL, TYPED, TYPED],
    ["company.code=like=em", "contains(company.code,'em')", "company.code==*em*", "pattern more"],
    ["company.code=ilike=EM", "contains($secondary,company.code,'EM')", SAME, CASE, "pattern more"],
    ["company.code=icase=EM", "eq($secondary,company.code,'EM')", SAME, CASE],
    ["company.code=ic=E^^M", "eq($secondary,company.code,'E^^M')", null, CASE],
    [
      "company.code=notlike=em",
      "not(contains(company.code,'em'))",
      "company.code!=*em*",
      "pattern fewer",
      NULL,
    ],
    [
      "company.code=inotlike=EM",
      "not(contains($secondary,company.code,'EM'))",
      SAME,
      CASE,
      "pattern fewer",
      NULL,
    ],
    ["company.code=ke=e*m", "match(company.code,'(?s)e.*m')", "company.code==e*m", "pattern other"],
    ["company.code=like=em%", "startsWith(company.code,'em')", "company.code==em*", "pattern fewer"],
    ["company.code==''", "eq(company.code,'')"],
    ["company.code==dem*", "startsWith(company.code,'dem')"],
    ["company.code==*emo", "endsWith(company.code,'emo')"],
    ["company.code==*em*", "contains(company.code,'em')"],
    ["company.code==^EM", "eq($secondary,company.code,'EM')", "company.code=icase=EM", CASE],
    ["company.code=='^*EM*'", "contains($secondary,company.code,'EM')", "company.code=ilike=EM", CASE],
    ["company.code!=demo", "ne(company.code,'demo')", SAME, NULL],
    ["company.code=in=(*)", "in(company.code,'*')"],
    ["company.code=in=(^)", "in(company.code,'^')"],
    ["company.id<=100", "le(company.id,100)", "company.id=le=100", TYPED],
    ["company.code=isnull=''", "isNull(company.code)", "company.code=isnull=true"],
    ["company.code=na=", "isNull(company.code)", "company.code=isnull=true"],
    ["company.code=nn=''", "not(isNull(company.code))", "company.code=notnull=true"],
    [
      "company.code=isnull=false",
      "not(isNull(company.code))",
      "company.code=notnull=true",
      "null-logic other",
    ],
    ["name=around=May", "true", null, "unsupported-operator more"],
    // The examples of rsql-mongodb
    ["married!=true", "ne(married,true)", "married==false", NULL, TYPED],
    ["birthday=ge=1959-10-21", "ge(birthday,1959-10-21)", SAME, TYPED],
    ["lastName=regex='a(b'", "true", null, "unsupported-value more"],
    ["lastName=regex=^do", "startsWith(lastName,'do')", "lastName==do*", "pattern other"],
    ["childs=exists=true", "not(isNull(childs))", "childs=notnull=true", "null-logic other"],
    [
      '(firstName=="john";lastName=="doe"),(firstName==janne;lastName==doe)',
      "or(and(eq(firstName,'john'),eq(lastName,'doe')),and(eq(firstName,'janne'),eq(lastName,'doe')))",
      "firstName==john;lastName==doe,firstName==janne;lastName==doe",
    ],
    // Null
    ["size==null", "isNull(size)", "size=isnull=true", TYPED],
    ["name=='null'", "eq(name,'null')"],
    ["name=isnull=true,name!=x", "or(isNull(name),ne(name,'x'))"],
    [
      "name=notnull=true;(name!=x,name!=*y)",
      "and(not(isNull(name)),or(ne(name,'x'),not(endsWith(name,'y'))))",
    ],
    ["name=isnull=true;name!=x", "and(isNull(name),ne(name,'x'))", SAME, NULL],
    ["name=isnull=maybe", "true", null, ...DROPPED],
    // Values
    ["name=='5'", "eq(name,'5')", SAME, TYPED],
    ['name=="O\'Brien"', "eq(name,'O''Brien')"],
    [
      String.raw`name=='say \"it\'s\" \\'`,
      String.raw`eq(name,'say "it''s" \')`,
      String.raw`name=='say "it\'s" \\'`,
    ],
    [String.raw`name==a\b`, String.raw`eq(name,'a\b')`],
    ["name==and", "eq(name,'and')", "name=='and'"],
    ["and==x", "eq(and,'x')"],
    ["name==a_b*", "startsWith(name,'a_b')", SAME, "pattern other"],
    ["name==*", "contains(name,'')"],
    ["name=gt=m", "gt(name,'m')", SAME, ORDER],
    ["name == x\t; tags =in= ( a , b )", "and(eq(name,'x'),in(tags,'a','b'))", "name==x;tags=in=(a,b)"],
    ["name=in=(a or b)", "in(name,'a','b')", "name=in=(a,b)"],
    ...leftOut("unsupported-value", "name==(a,b)", "name=between=(a,b,c)"),
    ["name=SW=a;name=endsWith=b", "and(startsWith(name,'a'),endsWith(name,'b'))", "name==a*;name==*b"],
    ["name=contains=x", "contains(name,'x')", "name==*x*"],
    // Logic
    ["a==x,b==y;c==z", "or(eq(a,'x'),and(eq(b,'y'),eq(c,'z')))"],
    ["(a==x,b==y);c==z", "and(or(eq(a,'x'),eq(b,'y')),eq(c,'z'))"],
    ["((a==x;b==y);c==z)", "and(and(eq(a,'x'),eq(b,'y')),eq(c,'z'))", "(a==x;b==y);c==z"],
    ["a==x;(b==y,c=around=z)", "eq(a,'x')", "a==x", "unsupported-operator more"],
    ["", "true"],
    // Other texts
    ["size", "not(isNull(size))", "size=notnull=true"],
    ...invalid("size==", "size=1", "size eq 1", "name=='x", "name==x AND size==1", "name==x and", "(name==x"),
    ...invalid("name==x)", "name=in=()", "'name'==x"),
  ],
  [
    // Orders
    ["name,asc;age,desc", "name,age:descending", SAME, ...SORTED, ...SORTED],
    ["sort=company.id,desc,ic", "company.id:descending:secondary", "company.id,desc,ic", ...SORTED],
    ["-name,+age,id", "name:descending,age,id", "name,desc;age,asc;id,asc", ...SORTED, ...SORTED, ...SORTED],
    ["name,asc,x", undefined, SAME, ...FAILED],
    ["sort=", "", null],
  ],
);
