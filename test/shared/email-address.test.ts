import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  foldEmailAddress,
  isEmailAddress,
  isSameEmailAddress,
} from "../../shared/email-address.ts";
import { anyText } from "../fixtures/any-text.ts";

describe("an e-mail address", () => {
  test.each<[name: string, email?: string]>([
    ["zoe@example.com"],
    ["r&d@example.com"],
    ["o'neil+hr=1@mail.example.co.uk"],
    ["!#$%&'*+-/=?^_`{|}~@example.com"],
    ["jörg@exämple.de"],
    ["jo\u0308rg@exa\u0308mple.de"],
    ["ivan@xn--80a1acny.xn--p1ai"],
    ["ivan@example.xn--p1ai"],
    ["иван@почта.рф"],
    ["芽衣@例え.jp"],
    ["김민준@예시.한국"],
    ["सीता@उदाहरण.भारत"],
    ["one with a label of 63 characters", `zoe@${"x".repeat(63)}.com`],
    ["one with a label of 63 in ASCII", `zoe@${"ä".repeat(57)}.com`],
    ["one of 254 characters", `${"z".repeat(242)}@example.com`],
  ])("may be %s", (name, email = name) => {
    expect(isEmailAddress(email)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["no domain", "zoe"],
    ["an empty domain", "zoe@"],
    ["no local part", "@example.com"],
    ["one label alone", "zoe@example"],
    ["two addresses", "zoe@example.com,ada@example.com"],
    ["a local part in quotation marks", '"zoe l"@example.com'],
    ["a local part with an @", "zoe@ada@example.com"],
    ["a local part that begins with a dot", ".zoe@example.com"],
    ["a local part that ends with a dot", "zoe.@example.com"],
    ["a local part with two dots", "zoe..l@example.com"],
    ["a local part with a space of no width", "zo\u200be@example.com"],
    ["a local part with a line break", "zoe\n@example.com"],
    ["a local part with half a character", "zo\ud800@example.com"],
    ["the address of a host", "zoe@127.0.0.1"],
    ["a domain that ends with a number", "zoe@example.123"],
    ["a domain that ends with a dot", "zoe@example.com."],
    ["a domain that begins with a hyphen", "zoe@-example.com"],
    ["a label that ends with a hyphen", "zoe@example-.com"],
    ["a domain with an empty label", "zoe@example..com"],
    ["a domain with an underscore", "zoe@ex_ample.com"],
    ["a domain with an encoded character", "zoe@ex%61mple.com"],
    ["a domain with an invisible character", "zoe@exam\u00adple.com"],
    ["a label of 64 characters", `zoe@${"x".repeat(64)}.com`],
    ["a label of 64 characters in ASCII", `zoe@${"ä".repeat(58)}.com`],
    ["a text of 255 characters", `${"z".repeat(243)}@example.com`],
    ["a text of 255 bytes", `${"ö".repeat(121)}z@example.com`],
  ])("must not be %s", (_what, email) => {
    expect(isEmailAddress(email)).toBe(false);
  });
});

/** Letters that have one lower and one upper case, and one normal form. */
const letters = fc.string({
  unit: fc.constantFrom(...Array.from("abzéüñøжщяλω田芽가ก")),
  minLength: 1,
  maxLength: 12,
});

describe("the spellings of an address", () => {
  test("are one in upper and lower case, in each normal form, and with the domain in letters and in ASCII", () => {
    fc.assert(
      fc.property(letters, letters, (local, label) => {
        const email = `${local}@${label}.example`;
        const [, ascii = ""] = foldEmailAddress(email).split("@");
        expect(isEmailAddress(email)).toBe(true);
        expect(ascii).toMatch(/^[a-z0-9.-]+$/);
        const spellings = [
          email.toUpperCase(),
          email.normalize("NFD"),
          email.normalize("NFD").toUpperCase(),
          `${local}@${ascii}`,
          `${local}@${ascii.toUpperCase()}`,
          `${local}@${domainToUnicode(ascii)}`,
          foldEmailAddress(email),
        ];
        const others = spellings.filter(
          (one) => !isSameEmailAddress(one, email),
        );
        expect(others).toEqual([]);
      }),
    );
  });

  test("are not one if a letter, an accent or the domain differs", () => {
    for (const [one, other] of [
      ["jörg@example.de", "jorg@example.de"],
      ["zoe@exämple.de", "zoe@example.de"],
      ["zoe@faß.de", "zoe@fass.de"],
      // A decoder of percent signs would make them one.
      ["zoe@ex%61mple.de", "zoe@example.de"],
      ["zoe@example.de", "zoe"],
      ["", "zoe"],
    ] as const)
      expect(isSameEmailAddress(one, other)).toBe(false);
  });

  test.each([
    ["Zoe", "zoe"],
    // Without a domain, the form is that of the local part alone.
    ["Zoe@", "zoe"],
    ["Zoe@EXÄMPLE.de", "zoe@xn--exmple-cua.de"],
    // A domain that is no domain name stays, in lower case.
    ["Zoe@Ex_Ample.com", "zoe@ex_ample.com"],
    ["@Example.com", "@example.com"],
  ])("such as %s have the form %s", (text, folded) => {
    expect(foldEmailAddress(text)).toBe(folded);
  });

  test("have a form for any text, which another folding does not change", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const folded = foldEmailAddress(text);
        expect(foldEmailAddress(folded)).toBe(folded);
      }),
    );
  });
});
