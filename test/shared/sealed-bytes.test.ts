import { expect, test } from "vitest";
import { openSealed, sealBytes } from "../../shared/sealed-bytes.ts";

const bytes = Buffer.from("these bytes are an image");

test("sealed bytes show nothing of what they hold, and their key opens them", () => {
  const { seal, sealed } = sealBytes(bytes);
  expect(Buffer.from(sealed.bytes).includes(bytes.subarray(0, 8))).toBe(false);
  expect(seal.id).toBe(sealed.id);
  expect(openSealed(sealed.bytes, seal)).toEqual(bytes);
});

test("the same bytes have another key each time, which opens no others", () => {
  const [one, other] = [sealBytes(bytes), sealBytes(bytes)];
  expect(one.sealed.bytes).not.toEqual(other.sealed.bytes);
  expect(() => openSealed(one.sealed.bytes, other.seal)).toThrow(
    /authenticate/,
  );
});

test.each([0, bytes.length, bytes.length + 15])(
  "bytes that were changed at %s are not opened",
  (index) => {
    const { seal, sealed } = sealBytes(bytes);
    const changed = sealed.bytes.with(index, sealed.bytes[index]! ^ 1);
    expect(() => openSealed(changed, seal)).toThrow(/authenticate/);
  },
);
