import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fragmentOf,
  isSaidAt,
  pointerSchema,
  readPointer,
} from "../../shared/json-pointer.ts";

/** The examples of RFC 6901, §5 and §6. */
const example: unknown = JSON.parse(
  String.raw`{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}`,
);

describe("JSON Pointer", () => {
  test.each([
    ["", example, "#"],
    ["/foo", ["bar", "baz"], "#/foo"],
    ["/foo/0", "bar", "#/foo/0"],
    ["/", 0, "#/"],
    ["/a~1b", 1, "#/a~1b"],
    ["/c%d", 2, "#/c%25d"],
    ["/e^f", 3, "#/e%5Ef"],
    ["/g|h", 4, "#/g%7Ch"],
    ["/i\\j", 5, "#/i%5Cj"],
    ['/k"l', 6, "#/k%22l"],
    ["/ ", 7, "#/%20"],
    ["/m~0n", 8, "#/m~0n"],
  ])("%j leads to %j, and is %s in a URI", (pointer, value, fragment) => {
    expect(pointerSchema.safeParse(pointer).success).toBe(true);
    expect(readPointer(example, pointer)).toEqual(value);
    expect(fragmentOf(pointer)).toBe(fragment);
  });

  test('reads "~01" as the name "~1", because "~1" is unescaped first', () => {
    expect(readPointer({ "~1": "tilde", "/": "slash" }, "/~01")).toBe("tilde");
  });

  test.each([
    "/nothing",
    "/foo/2",
    "/foo/-",
    "/foo/01",
    "/foo/1e0",
    "/foo/length",
    "/foo/0/length",
    "/c%25d",
    "/toString",
    "/foo/map",
    "/foo/__proto__",
  ])("%j leads to no value", (pointer) => {
    expect(readPointer(example, pointer)).toBeUndefined();
  });

  test("finds every member of every document", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        for (const [pointer, value] of membersOf(document, ""))
          expect(readPointer(document, pointer)).toBe(value);
      }),
    );
  });

  test("reads any pointer in any document without throwing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (document, text) => {
        readPointer(document, text);
        readPointer(document, `/${text}`);
        fragmentOf(`/${text}\ud800`); // Half a character is not valid in a URI.
      }),
    );
  });
});

describe("a pointer in a field map", () => {
  test.each([
    ["firstName", 'must start with "/"'],
    ["#/firstName", 'must start with "/"'],
    ["$.firstName", 'must start with "/"'],
    ["/a~b", 'must write "~" as "~0"'],
    ["/a~", 'must write "~" as "~0"'],
    ["/a~2", 'must write "~" as "~0"'],
    ["/__proto__/x", "must not go through __proto__"],
    ["/x/constructor/name", "must not go through __proto__"],
    ["/prototype", "must not go through __proto__"],
    ["/a".repeat(21), "must not go deeper than 20 levels"],
    [`/${"a".repeat(500)}`, "must have at most 500 characters"],
    [7, "must be a JSON Pointer to the value"],
    [null, "must be a JSON Pointer to the value"],
  ])("%j is refused: it %s", (pointer, message) => {
    const { error } = pointerSchema.safeParse(pointer);
    expect(error?.issues[0]?.message).toContain(message);
  });

  test("may have names that only resemble a forbidden one, and twenty levels", () => {
    const deepest = "/a".repeat(20);
    for (const pointer of [
      "/proto",
      "/constructors",
      "/a__proto__",
      "/~0",
      deepest,
    ])
      expect(pointerSchema.safeParse(pointer).success).toBe(true);
  });
});

test.each<[string, boolean]>([
  ["/a", true],
  ["/none", true],
  ["/none/name", true],
  ["/list/0/name", true],
  ["/list/1/name", true],
  ["/list/0/other", false],
  ["/other", false],
  ["/other/name", false],
  ["", true],
])(
  "a document says something about %j, unless an object of it lacks the name: %j",
  (pointer, isSaid) => {
    const document = { a: 1, none: null, list: [{ name: null }] };
    expect(isSaidAt(document, pointer)).toBe(isSaid);
  },
);

test("an absent document says nothing", () => {
  expect(isSaidAt(undefined, "")).toBe(false);
});

function* membersOf(
  value: unknown,
  pointer: string,
): Generator<[string, unknown]> {
  yield [pointer, value];
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const escaped = name.replaceAll("~", "~0").replaceAll("/", "~1");
    yield* membersOf(member, `${pointer}/${escaped}`);
  }
}
