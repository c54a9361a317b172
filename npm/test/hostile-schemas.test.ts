// Schemas made to hurt, through the module that ships: whatever they are, there is an answer, soon, in bounded memory.
import assert from "node:assert/strict";
import test from "node:test";
import { compareSchemas } from "../dist/index.js";

type Schema = unknown;

const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const byName = (count: number, make: (n: number) => readonly [string, Schema]) =>
  Object.fromEntries(many(count, make));

function nested(levels: number, wrap: (inner: Schema) => Schema, core: Schema = { type: "integer" }): Schema {
  let schema = core;
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

/** Text, because JavaScript cannot write what is nested so deep. */
const deep = (levels: number, open: string, close: string) =>
  open.repeat(levels) + '{"type":"integer"}' + close.repeat(levels);

const reference = (name: string) => ({ $ref: `#/$defs/${name}` });
const chain = (count: number) => ({
  ...reference("d0"),
  $defs: { ...byName(count, (n) => [`d${n}`, reference(`d${n + 1}`)]), [`d${count}`]: { type: "integer" } },
});
const doubling = (count: number, both: (next: Schema) => Schema) => ({
  ...reference("d0"),
  $defs: {
    ...byName(count, (n) => [`d${n}`, both(reference(`d${n + 1}`))]),
    [`d${count}`]: { type: "integer" },
  },
});
const branches = (count: number, from: number) =>
  many(count, (n) => ({ type: "object", properties: { k: { const: from + n } }, required: ["k"] }));

const patterns = [
  "(a+)+$",
  "^(a|aa)+$",
  ".{0,100000}",
  "((a{0,500}){0,500}){0,500}",
  "\\p{L}{300}",
  "(?=(a+))\\1b",
  "(?<=(a|a)*)b",
  "(?<=a{0,9999})(?<=a{0,9999})b\\1(c)",
  "(?:(?:){9999}){9999}",
  "\\k<a>(?<a>b)",
  "(a)(b)\\2\\1",
  "(",
  "[",
  "\\",
  "a{2,1}",
  "(?P<x>a)\\Z",
  "(?i)a",
  "\\u{110000}",
  "\\ud800",
  "[\\d-z]",
  "^$^$^$",
  "(".repeat(99) + "a" + ")".repeat(99),
  "(".repeat(5000) + "a" + ")".repeat(5000),
  "a|".repeat(20000),
  "[a-z]".repeat(10000),
  "a{1000}{1000}",
  "(?:a*)*b".repeat(50),
];

const numbers = [
  "1e300",
  "-1e300",
  "1e-300",
  "5e-324",
  "1.7976931348623157e308",
  "9007199254740993",
  "18446744073709551615",
  "-9223372036854775808",
  "123456789012345678901234567890",
  "0.1",
  "1e400",
  "0",
  "-1",
];

/** Each schema is compared with a tame one and with the next, both ways round, as input and as output. */
const corpus: Record<string, Schema[]> = {
  "wide unions": [
    { anyOf: branches(10_000, 0) },
    { anyOf: branches(10_000, 1) },
    { oneOf: branches(2_000, 0) },
    { oneOf: many(2_000, (n) => ({ minimum: n })) },
    { allOf: many(5_000, (n) => ({ minimum: n })) },
  ],
  "products of unions": [5, 6].map((bound) => ({
    type: "object",
    allOf: many(30, (n) => ({
      anyOf: [{ required: [`a${n}`] }, { required: [`b${n}`] }, { minProperties: bound }],
    })),
  })),
  "nested oneOf": [7, 8].map((least) =>
    nested(13, (inner) => ({ oneOf: [inner, { minLength: least }, { maxLength: least + 3 }] }), {
      type: "string",
    }),
  ),
  references: [
    {
      ...reference("a"),
      $defs: {
        a: { properties: { b: reference("b") }, required: ["b"] },
        b: { anyOf: [reference("a"), { type: "integer" }] },
      },
    },
    { ...reference("a"), $defs: { a: reference("b"), b: reference("a") } },
    { $ref: "#" },
    { allOf: [{ $ref: "#" }], minimum: 1 },
    { not: { $ref: "#" } },
    { anyOf: [{ $ref: "#" }, { type: "string" }] },
    { $ref: "#/$defs/missing" },
    { $ref: "https://example.com/x" },
    { $ref: "http://json-schema.org/draft-07/schema#" },
    { $id: "::", $ref: "::" },
    { $id: "http://[", $ref: "#a%" },
    { $dynamicRef: "#x", $dynamicAnchor: "x" },
    chain(2_000),
    doubling(60, (next) => ({ type: "object", properties: { l: next, r: next }, required: ["l", "r"] })),
    doubling(60, (next) => ({ allOf: [next, next] })),
    doubling(40, (next) => ({ anyOf: [next, { not: next }] })),
    doubling(40, (next) => ({ oneOf: [next, { type: "string" }, next] })),
  ],
  "large lists": [
    { enum: many(40_000, (n) => `a value of some length, number ${n}`) },
    { enum: many(40_000, (n) => `a value of some length, number ${n + 1}`) },
    {
      type: "object",
      properties: byName(20_000, (n) => [`p${n}`, { type: "string" }]),
      required: many(20_000, (n) => `p${n}`),
    },
    {
      type: "object",
      patternProperties: byName(200, (n) => [`^a${n}|b+`, { minimum: n }]),
      additionalProperties: false,
    },
    { prefixItems: many(5_000, (n) => ({ const: n })), items: false },
  ],
  depth: [
    deep(126, '{"not":', "}"),
    deep(10_000, '{"not":', "}"),
    deep(60, '{"allOf":[', "]}"),
    deep(60, '{"oneOf":[', "]}"),
    deep(40, '{"properties":{"p":', "}}"),
    deep(60, '{"items":', "}"),
    deep(10_000, "[", "]"),
    deep(40, '{"type":"object","required":["p"],"properties":{"p":', "}}"),
    deep(
      25,
      '{"type":"object","anyOf":[{"required":["p"]},{"minProperties":1}],"unevaluatedProperties":{"p":true,"not":',
      "}}",
    ),
  ],
  patterns: patterns.flatMap((pattern) => [
    { type: "string", pattern, maxLength: 60 },
    {
      type: "object",
      patternProperties: { [pattern]: { type: "integer" } },
      propertyNames: { pattern },
      additionalProperties: false,
    },
    { enum: [`${"a".repeat(60)}!`], pattern },
  ]),
  numbers: numbers.flatMap((number) => [
    ...[
      "minimum",
      "exclusiveMaximum",
      "multipleOf",
      "minLength",
      "maxItems",
      "minContains",
      "maxProperties",
    ].map((keyword) => `{"${keyword}":${number},"contains":true}`),
    `{"type":"number","minimum":${number},"multipleOf":1e-300}`,
    `{"enum":[${number}],"multipleOf":${number}}`,
  ]),
  sizes: [
    { type: "array", minItems: 161_297 },
    { type: "array", minItems: 161_297, uniqueItems: true },
    { type: "array", items: { type: "array", minItems: 4_000 }, minItems: 4_000 },
    { type: "string", minLength: 4_000_000_000 },
    { type: "object", minProperties: 1_000_000 },
    { contains: { type: "integer" }, minContains: 1_000_000_000 },
    { type: "array", uniqueItems: true, minItems: 300, items: { enum: many(300, (n) => n) } },
  ],
  "no schemas": [
    null,
    1,
    "x",
    "",
    "{",
    '{"a":1,"a":2,"type":"object","type":"string"}',
    [],
    { type: 1 },
    { type: "text" },
    { properties: [] },
    { required: "a" },
    { $ref: 5 },
    { minLength: -1 },
    { items: 3 },
    { $schema: "x" },
    { allOf: {} },
    { enum: {} },
    '{"const":"\\ud800"}',
    '"\\ud800"',
    { $schema: "http://json-schema.org/draft-03/schema#", type: "any" },
  ],
};

const tame = {
  type: "object",
  properties: { a: { type: "string" }, b: { type: "array", items: { type: "integer" } } },
};
const verdicts = ["equivalent", "compatible", "breaking", "undecided"];

for (const [name, schemas] of Object.entries(corpus)) {
  test(`hostile ${name} end with an answer`, { timeout: 120_000 }, async () => {
    let slowest = { took: 0, at: "" };
    for (const [at, schema] of schemas.entries()) {
      for (const other of [tame, schemas[(at + 1) % schemas.length]]) {
        for (const [old, fresh] of [
          [schema, other],
          [other, schema],
        ]) {
          for (const direction of ["input", "output"] as const) {
            const start = performance.now();
            const result = await compareSchemas(old, fresh, { direction });
            const took = performance.now() - start;
            if (took > slowest.took) slowest = { took, at: JSON.stringify(old)?.slice(0, 80) ?? "" };
            assert.ok(verdicts.includes(result.verdict));
            assert.equal(result.verdict === "undecided", typeof result["reason"] === "string");
            assert.equal("witness" in result, result.verdict === "breaking");
          }
        }
      }
    }
    console.log(`slowest ${slowest.took.toFixed(0)} ms: ${slowest.at}`);
    assert.ok(slowest.took < 10_000, `${slowest.took.toFixed(0)} ms for ${slowest.at}`);
    // The memory of a module never shrinks: what is in use now is the most that was.
    const megabytes = process.memoryUsage().rss / 1e6;
    assert.ok(megabytes < 1_200, `${megabytes.toFixed(0)} MB`);
  });
}
