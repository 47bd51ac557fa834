import fc from "fast-check";

/** Text of any UTF-16 code units, including halves of surrogate pairs and control characters. */
export function anyUtf16(maxLength = 12): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.nat(0x7f), fc.nat(0xffff));
  return fc
    .array(unit, { maxLength })
    .map((units) => String.fromCharCode(...units));
}
