import type { BridgeExample } from "../examples.ts";

const TYPED = ["type-conversion", "other"] as const;
const NULL = ["null-logic", "fewer"] as const;
const CASE = ["case-sensitivity", "other"] as const;
const ORDER = ["string-order", "other"] as const;
const DROPPED = [["unsupported-value", "more"]] as const;
const FAILED = [["syntax", "failed"]] as const;
const SORTED = [
  ["string-order", "order"],
  ["null-order", "order"],
] as const;

export const RSQL_EXAMPLES: readonly BridgeExample[] = [
  { foreign: "name==x", tamis: "eq(name,'x')" },
  // The examples of rsql-parser
  {
    foreign: 'name=="Kill Bill";year=gt=2003',
    tamis: "and(eq(name,'Kill Bill'),gt(year,2003))",
    notes: [TYPED],
    back: "name=='Kill Bill';year=gt=2003",
  },
  {
    foreign: 'name=="Kill Bill" and year>2003',
    tamis: "and(eq(name,'Kill Bill'),gt(year,2003))",
    notes: [TYPED],
    back: "name=='Kill Bill';year=gt=2003",
  },
  {
    foreign: "genres=in=(sci-fi,action);(director=='Christopher Nolan',actor==*Bale);year=ge=2000",
    tamis:
      "and(in(genres,'sci-fi','action'),or(eq(director,'Christopher Nolan'),endsWith(actor,'Bale')),ge(year,2000))",
    notes: [TYPED],
  },
  {
    foreign: "genres=in=(sci-fi,action) and (director=='Christopher Nolan' or actor==*Bale) and year>=2000",
    tamis:
      "and(in(genres,'sci-fi','action'),or(eq(director,'Christopher Nolan'),endsWith(actor,'Bale')),ge(year,2000))",
    notes: [TYPED],
    back: "genres=in=(sci-fi,action);(director=='Christopher Nolan',actor==*Bale);year=ge=2000",
  },
  {
    foreign: "director.lastName==Nolan;year=ge=2000;year=lt=2010",
    tamis: "and(eq(director.lastName,'Nolan'),ge(year,2000),lt(year,2010))",
    notes: [TYPED, TYPED],
  },
  {
    foreign: "director.lastName==Nolan and year>=2000 and year<2010",
    tamis: "and(eq(director.lastName,'Nolan'),ge(year,2000),lt(year,2010))",
    notes: [TYPED, TYPED],
    back: "director.lastName==Nolan;year=ge=2000;year=lt=2010",
  },
  {
    foreign: "genres=in=(sci-fi,action);genres=out=(romance,animated,horror),director==Que*Tarantino",
    tamis:
      "or(and(in(genres,'sci-fi','action'),not(in(genres,'romance','animated','horror'))),match(director,'(?s)Que.*Tarantino'))",
    notes: [NULL],
  },
  {
    foreign: "genres=in=(sci-fi,action) and genres=out=(romance,animated,horror) or director==Que*Tarantino",
    tamis:
      "or(and(in(genres,'sci-fi','action'),not(in(genres,'romance','animated','horror'))),match(director,'(?s)Que.*Tarantino'))",
    notes: [NULL],
    back: "genres=in=(sci-fi,action);genres=out=(romance,animated,horror),director==Que*Tarantino",
  },
  // The examples of the FIQL draft
  {
    foreign: "title==foo*;(updated=lt=-P1D,title==*bar)",
    tamis: "startsWith(title,'foo')",
    notes: DROPPED,
    back: "title==foo*",
  },
  {
    foreign: "updated==2003-12-13T18:30:02Z",
    tamis: "eq(updated,2003-12-13T18:30:02Z)",
    notes: [TYPED],
  },
  { foreign: "title", tamis: "not(isNull(title))", back: "title=notnull=true" },
  { foreign: "title==foo%20bar", tamis: "eq(title,'foo bar')", back: "title=='foo bar'" },
  { foreign: "title==100%", tamis: "eq(title,'100%')" },
  { foreign: "title=='foo%20bar'", tamis: "eq(title,'foo%20bar')" },
  { foreign: "title==%ff", tamis: "eq(title,'%ff')", back: "title=='%ff'" },
  { foreign: "author/name==x", tamis: "eq(author.name,'x')", back: "author.name==x" },
  { foreign: "ex:rating=gt=4", tamis: "true", notes: [["unwritable-name", "more"]], back: null },
  // The examples of rsql-jpa-specification
  {
    foreign: "id=bt=(2,4)",
    tamis: "and(ge(id,2),le(id,4))",
    notes: [TYPED, TYPED],
    back: "id=ge=2;id=le=4",
  },
  {
    foreign: "id=nb=(2,4)",
    tamis: "not(and(ge(id,2),le(id,4)))",
    notes: [NULL, TYPED, TYPED],
    back: "id=lt=2,id=gt=4",
  },
  {
    foreign: "company.code=like=em",
    tamis: "contains(company.code,'em')",
    notes: [["pattern", "more"]],
    back: "company.code==*em*",
  },
  {
    foreign: "company.code=ilike=EM",
    tamis: "contains($secondary,company.code,'EM')",
    notes: [CASE, ["pattern", "more"]],
  },
  { foreign: "company.code=icase=EM", tamis: "eq($secondary,company.code,'EM')", notes: [CASE] },
  { foreign: "company.code=ic=E^^M", tamis: "eq($secondary,company.code,'E^^M')", notes: [CASE], back: null },
  {
    foreign: "company.code=notlike=em",
    tamis: "not(contains(company.code,'em'))",
    notes: [["pattern", "fewer"], NULL],
    back: "company.code!=*em*",
  },
  {
    foreign: "company.code=inotlike=EM",
    tamis: "not(contains($secondary,company.code,'EM'))",
    notes: [CASE, ["pattern", "fewer"], NULL],
  },
  {
    foreign: "company.code=ke=e*m",
    tamis: "match(company.code,'(?s)e.*m')",
    notes: [["pattern", "other"]],
    back: "company.code==e*m",
  },
  {
    foreign: "company.code=like=em%",
    tamis: "startsWith(company.code,'em')",
    notes: [["pattern", "fewer"]],
    back: "company.code==em*",
  },
  { foreign: "company.code==''", tamis: "eq(company.code,'')" },
  { foreign: "company.code==dem*", tamis: "startsWith(company.code,'dem')" },
  { foreign: "company.code==*emo", tamis: "endsWith(company.code,'emo')" },
  { foreign: "company.code==*em*", tamis: "contains(company.code,'em')" },
  {
    foreign: "company.code==^EM",
    tamis: "eq($secondary,company.code,'EM')",
    notes: [CASE],
    back: "company.code=icase=EM",
  },
  {
    foreign: "company.code=='^*EM*'",
    tamis: "contains($secondary,company.code,'EM')",
    notes: [CASE],
    back: "company.code=ilike=EM",
  },
  { foreign: "company.code!=demo", tamis: "ne(company.code,'demo')", notes: [NULL] },
  { foreign: "company.code=in=(*)", tamis: "in(company.code,'*')" },
  { foreign: "company.code=in=(^)", tamis: "in(company.code,'^')" },
  {
    foreign: "company.id<=100",
    tamis: "le(company.id,100)",
    notes: [TYPED],
    back: "company.id=le=100",
  },
  { foreign: "company.code=isnull=''", tamis: "isNull(company.code)", back: "company.code=isnull=true" },
  { foreign: "company.code=na=", tamis: "isNull(company.code)", back: "company.code=isnull=true" },
  { foreign: "company.code=nn=''", tamis: "not(isNull(company.code))", back: "company.code=notnull=true" },
  {
    foreign: "company.code=isnull=false",
    tamis: "not(isNull(company.code))",
    notes: [["null-logic", "other"]],
    back: "company.code=notnull=true",
  },
  { foreign: "name=around=May", tamis: "true", notes: [["unsupported-operator", "more"]], back: null },
  // The examples of rsql-mongodb
  { foreign: "married!=true", tamis: "ne(married,true)", notes: [NULL, TYPED], back: "married==false" },
  {
    foreign: "birthday=ge=1959-10-21",
    tamis: "ge(birthday,1959-10-21)",
    notes: [TYPED],
  },
  {
    foreign: "lastName=regex=^do",
    tamis: "startsWith(lastName,'do')",
    notes: [["pattern", "other"]],
    back: "lastName==do*",
  },
  {
    foreign: "childs=exists=true",
    tamis: "not(isNull(childs))",
    notes: [["null-logic", "other"]],
    back: "childs=notnull=true",
  },
  {
    foreign: '(firstName=="john";lastName=="doe"),(firstName==janne;lastName==doe)',
    tamis: "or(and(eq(firstName,'john'),eq(lastName,'doe')),and(eq(firstName,'janne'),eq(lastName,'doe')))",
    back: "firstName==john;lastName==doe,firstName==janne;lastName==doe",
  },
  // Null
  { foreign: "size==null", tamis: "isNull(size)", notes: [TYPED], back: "size=isnull=true" },
  { foreign: "name=='null'", tamis: "eq(name,'null')" },
  { foreign: "name=isnull=true,name!=x", tamis: "or(isNull(name),ne(name,'x'))" },
  {
    foreign: "name=notnull=true;(name!=x,name!=*y)",
    tamis: "and(not(isNull(name)),or(ne(name,'x'),not(endsWith(name,'y'))))",
  },
  {
    foreign: "name=isnull=true;name!=x",
    tamis: "and(isNull(name),ne(name,'x'))",
    notes: [NULL],
  },
  { foreign: "name=isnull=maybe", tamis: "true", notes: DROPPED, back: null },
  // Values
  { foreign: "name=='5'", tamis: "eq(name,'5')", notes: [TYPED] },
  { foreign: 'name=="O\'Brien"', tamis: "eq(name,'O''Brien')" },
  {
    foreign: String.raw`name=='say \"it\'s\" \\'`,
    tamis: String.raw`eq(name,'say "it''s" \')`,
    back: String.raw`name=='say "it\'s" \\'`,
  },
  { foreign: String.raw`name==a\b`, tamis: String.raw`eq(name,'a\b')` },
  { foreign: "name==and", tamis: "eq(name,'and')", back: "name=='and'" },
  { foreign: "and==x", tamis: "eq(and,'x')" },
  { foreign: "name==a_b*", tamis: "startsWith(name,'a_b')", notes: [["pattern", "other"]] },
  { foreign: "name==*", tamis: "contains(name,'')" },
  { foreign: "name=gt=m", tamis: "gt(name,'m')", notes: [ORDER] },
  {
    foreign: "name == x\t; tags =in= ( a , b )",
    tamis: "and(eq(name,'x'),in(tags,'a','b'))",
    back: "name==x;tags=in=(a,b)",
  },
  { foreign: "name=in=(a or b)", tamis: "in(name,'a','b')", back: "name=in=(a,b)" },
  { foreign: "name==(a,b)", tamis: "true", notes: DROPPED, back: null },
  { foreign: "name=between=(a,b,c)", tamis: "true", notes: DROPPED, back: null },
  {
    foreign: "name=SW=a;name=endsWith=b",
    tamis: "and(startsWith(name,'a'),endsWith(name,'b'))",
    back: "name==a*;name==*b",
  },
  { foreign: "name=contains=x", tamis: "contains(name,'x')", back: "name==*x*" },
  // Logic
  { foreign: "a==x,b==y;c==z", tamis: "or(eq(a,'x'),and(eq(b,'y'),eq(c,'z')))" },
  { foreign: "(a==x,b==y);c==z", tamis: "and(or(eq(a,'x'),eq(b,'y')),eq(c,'z'))" },
  {
    foreign: "((a==x;b==y);c==z)",
    tamis: "and(and(eq(a,'x'),eq(b,'y')),eq(c,'z'))",
    back: "(a==x;b==y);c==z",
  },
  {
    foreign: "a==x;(b==y,c=around=z)",
    tamis: "eq(a,'x')",
    notes: [["unsupported-operator", "more"]],
    back: "a==x",
  },
  { foreign: "", tamis: "true" },
  // Other texts
  { foreign: "size", tamis: "not(isNull(size))", back: "size=notnull=true" },
  { foreign: "size==", tamis: undefined, notes: FAILED },
  { foreign: "size=1", tamis: undefined, notes: FAILED },
  { foreign: "size eq 1", tamis: undefined, notes: FAILED },
  { foreign: "name=='x", tamis: undefined, notes: FAILED },
  { foreign: "name==x AND size==1", tamis: undefined, notes: FAILED },
  { foreign: "name==x and", tamis: undefined, notes: FAILED },
  { foreign: "(name==x", tamis: undefined, notes: FAILED },
  { foreign: "name==x)", tamis: undefined, notes: FAILED },
  { foreign: "name=in=()", tamis: undefined, notes: FAILED },
  { foreign: "'name'==x", tamis: undefined, notes: FAILED },
  // Orders
  {
    part: "sortBy",
    foreign: "name,asc;age,desc",
    tamis: "name,age:descending",
    notes: [...SORTED, ...SORTED],
  },
  {
    part: "sortBy",
    foreign: "sort=company.id,desc,ic",
    tamis: "company.id:descending:secondary",
    notes: SORTED,
    back: "company.id,desc,ic",
  },
  {
    part: "sortBy",
    foreign: "-name,+age,id",
    tamis: "name:descending,age,id",
    notes: [...SORTED, ...SORTED, ...SORTED],
    back: "name,desc;age,asc;id,asc",
  },
  { part: "sortBy", foreign: "name,asc,x", tamis: undefined, notes: FAILED },
  { part: "sortBy", foreign: "sort=", tamis: "", back: null },
];
