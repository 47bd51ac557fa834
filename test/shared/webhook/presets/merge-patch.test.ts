import { expect, test } from "vitest";
import { mergePatch } from "../../../../shared/webhook/presets/apply-preset.ts";
import { rows } from "../../../fixtures/rows.ts";

/** RFC 7396, appendix A: the original, the patch, the result. */
const published = rows<[unknown, unknown, unknown]>`
  ${{ a: "b" }} | ${{ a: "c" }} | ${{ a: "c" }}
  ${{ a: "b" }} | ${{ b: "c" }} | ${{ a: "b", b: "c" }}
  ${{ a: "b" }} | ${{ a: null }} | ${{}}
  ${{ a: "b", b: "c" }} | ${{ a: null }} | ${{ b: "c" }}
  ${{ a: ["b"] }} | ${{ a: "c" }} | ${{ a: "c" }}
  ${{ a: "c" }} | ${{ a: ["b"] }} | ${{ a: ["b"] }}
  ${{ a: { b: "c" } }} | ${{ a: { b: "d", c: null } }} | ${{ a: { b: "d" } }}
  ${{ a: [{ b: "c" }] }} | ${{ a: [1] }} | ${{ a: [1] }}
  ${["a", "b"]} | ${["c", "d"]} | ${["c", "d"]}
  ${{ a: "b" }} | ${["c"]} | ${["c"]}
  ${{ a: "foo" }} | ${null} | ${null}
  ${{ a: "foo" }} | bar | bar
  ${{ e: null }} | ${{ a: 1 }} | ${{ e: null, a: 1 }}
  ${[1, 2]} | ${{ a: "b", c: null }} | ${{ a: "b" }}
  ${{}} | ${{ a: { bb: { ccc: null } } }} | ${{ a: { bb: {} } }}
`;

test.each(published)(
  "a merge patch gives the result of RFC 7396: %j patched with %j is %j",
  (target, patch, result) => {
    const before = JSON.stringify([target, patch]);
    expect(mergePatch(target, patch)).toEqual(result);
    expect(JSON.stringify([target, patch])).toBe(before);
  },
);

test("a merge patch reaches no prototype", () => {
  const patch: unknown = JSON.parse(
    '{ "__proto__": { "polluted": true }, "constructor": { "prototype": { "polluted": true } } }',
  );
  const merged = mergePatch({ a: 1 }, patch);
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(merged).not.toHaveProperty("polluted");
  expect({}).not.toHaveProperty("polluted");
});
