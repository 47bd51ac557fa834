import fc from "fast-check";
import { anyText } from "../../fixtures/any-text.ts";

/** Values that break careless code at any position. */
const awkward = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  "",
  " ",
  "\0",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\u202e",
  "__proto__",
  "constructor",
  "a".repeat(2_000),
  "1".repeat(400),
  "E-1#x",
  "../../E-1",
  "{{7*7}}",
  "${7*7}",
  "<script>",
  "0000-01-01",
  "0000-00-00",
  "9999-12-31",
  "2026-02-30",
  "2026-01-31T23:59:59.999999999Z",
  "0000-01-01T00:00:00+23:59",
  "9999-12-31T23:59:59-23:59",
  `2026-01-31T00:00:00.${"1".repeat(1_000)}Z`,
  "2026-03-29T02:30:00+01:00",
  "https://x/\ud800",
  "https://[::1]/",
  "javascript:alert(1)",
  [],
  {},
  [[]],
);

/** A body that is nearly an event: some values are replaced, removed or added. */
export function nearly(event: object): fc.Arbitrary<string> {
  return fc
    .array(
      fc.record({
        at: fc.nat(),
        how: fc.constantFrom("replace", "remove", "add", "wrap"),
        value: fc.oneof(awkward, fc.jsonValue({ maxDepth: 2 })),
        name: fc.constantFrom(
          "__proto__",
          "constructor",
          "toString",
          "",
          "x",
          "\ud800",
          "slack",
          "zoe@example.com",
        ),
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

/** `__proto__` also becomes an own member, as it does in JSON. */
function set(parent: Parent, key: string, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

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
