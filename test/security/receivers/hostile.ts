import fc from "fast-check";
import { anyText } from "../../fixtures/any-text.ts";
import { effort } from "../../resilience/effort.ts";

/** Values that break careless code at any position: other types, characters, texts and times. */
const awkward: readonly unknown[] = [
  [null, true, [], {}, [[]], 0, -1, 1e308, Number.MAX_SAFE_INTEGER + 1],
  ["", " ", "\0", "\ud800", "\udc00x", "\ufeff", "\u202e"],
  ["__proto__", "constructor", "a".repeat(2_000), "1".repeat(400)],
  ["E-1#x", "../../E-1", "{{7*7}}", "${7*7}", "<script>"],
  ["https://x/\ud800", "https://[::1]/", "javascript:alert(1)"],
  ["0000-01-01", "0000-00-00", "9999-12-31", "2026-02-30"],
  ["0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"],
  ["2026-03-29T02:30:00+01:00", "2026-01-31T23:59:59.999999999Z"],
  [`2026-01-31T00:00:00.${"1".repeat(1_000)}Z`],
].flat();
const names = [
  ["__proto__", "constructor", "toString", "", "x", "\ud800"],
  ["slack", "zoe@example.com"],
].flat();

/** Bodies that are nearly an event: some values are replaced, removed or added. */
export function bodiesNear(event: object): fc.Arbitrary<string> {
  return fc
    .array(
      fc.record({
        at: fc.nat(),
        how: fc.constantFrom("replace", "remove", "add", "wrap"),
        value: fc.oneof(
          fc.constantFrom(...awkward),
          fc.jsonValue({ maxDepth: 2 }),
        ),
        name: fc.constantFrom(...names),
      }),
      { maxLength: 4 },
    )
    .map((changes) => {
      const copy: unknown = JSON.parse(JSON.stringify(event));
      for (const change of changes) {
        const places = placesOf(copy);
        const place = places[change.at % (places.length || 1)];
        if (!place) continue;
        const { parent, key } = place;
        if (change.how === "remove") Reflect.deleteProperty(parent, key);
        else if (change.how === "replace") set(parent, key, change.value);
        else if (change.how === "wrap") set(parent, key, [parent[key]]);
        else set(parent, change.name, change.value);
      }
      return JSON.stringify(copy);
    });
}

type Parent = Record<string, unknown>;

/** Sets a member. `__proto__` becomes a member of the object itself, as in JSON. */
function set(parent: Parent, key: string, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** All members of a value, at every depth. */
function placesOf(value: unknown): { parent: Parent; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const parent = value as Parent;
  return Object.keys(parent).flatMap((key) => [
    { parent, key },
    ...placesOf(parent[key]),
  ]);
}

/** Any body. Some are JSON. */
export const anyBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  anyText({ maxLength: 100 }),
  fc.json({ maxDepth: 3 }),
);

const depth = effort(20_000, 100_000);
const count = effort(10_000, 1_000_000);

/** Bodies around a valid one that are meant to break the parser of JSON. */
export function bombs(event: object): Record<string, string | Uint8Array> {
  const text = JSON.stringify(event);
  const inside = (member: string) => text.replace("{", `{${member},`);
  const innermost = (member: string) =>
    text.replace(/\{(?=[^{]*$)/, `{${member},`);
  const keys = Array.from({ length: count }, (_, n) => `"${n}":0`).join();
  const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  return {
    "brackets in brackets": deep,
    "unclosed brackets": "[".repeat(depth),
    "objects in objects": `${'{"a":'.repeat(depth / 2)}1${"}".repeat(depth / 2)}`,
    "depth in an event": innermost(`"x":${deep}`),
    "very many keys in an event": innermost(keys),
    "very many items": `[${"0,".repeat(count)}0]`,
    "the same key a thousand times": inside(
      '"type":0,'.repeat(1_000) + '"z":1',
    ),
    "numbers beyond all numbers": innermost(`"n":1e999999,"m":-1e999999`),
    "half characters": innermost(String.raw`"\ud800":"\udfff"`),
    "control characters": innermost(String.raw`"\u0000":"\u0000\u0008"`),
    "a raw NUL": `${text}\0`,
    "a byte order mark": `\ufeff${text}`,
    "a byte order mark of UTF-16": Buffer.from(`\ufeff${text}`, "utf16le"),
    "bytes that are not UTF-8": Buffer.from(inside('"é":"ü"'), "latin1"),
    "overlong UTF-8": Buffer.from("7b2261223a22c0afeda080f5808080227d", "hex"),
    "two documents": `${text}${text}`,
    "a prototype": inside(`"__proto__":{"polluted":1}`),
    "a constructor": innermost(`"constructor":{"prototype":{"polluted":1}}`),
    "nothing but a prototype": `{"__proto__":${text}}`,
    "a function's members": innermost(
      `"toString":1,"valueOf":1,"toJSON":1,"hasOwnProperty":1,"then":1,"length":-1`,
    ),
    "no bytes": "",
    "white space": " \n\t".repeat(1_000),
    nothing: "null",
  };
}
