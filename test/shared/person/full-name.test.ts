import { describe, expect, test } from "vitest";
import { fullNameOf } from "../../../shared/person/full-name.ts";

describe("a full name", () => {
  test.each([
    ["Zoë", "Lindqvist", "Zoë Lindqvist"],
    ["Олена", "Шевченко", "Олена Шевченко"],
    ["सीता", "शर्मा", "सीता शर्मा"],
    ["芽衣", "田中", "田中 芽衣"],
    ["さくら", "髙橋", "髙橋 さくら"],
    ["ジョン", "スミス", "スミス ジョン"],
    ["民俊", "金", "金 民俊"],
    ["민준", "김", "김민준"],
    // One of the names is in another script, as in a passport.
    ["Mei", "田中", "Mei 田中"],
    ["芽衣", "Tanaka", "芽衣 Tanaka"],
    ["민준", "金", "金 민준"],
    // Older characters, and a name with a middle dot.
    ["𠮷男", "𠮷田", "𠮷田 𠮷男"],
    ["マリア・ルイサ", "佐々木", "佐々木 マリア・ルイサ"],
  ])(
    "puts %s and %s into the order of their script: %s",
    (givenName, familyName, fullName) => {
      expect(fullNameOf({ givenName, familyName }, "script")).toBe(fullName);
    },
  );

  test("has the order that the deployment asks for", () => {
    const mei = { givenName: "芽衣", familyName: "田中" };
    const istvan = { givenName: "István", familyName: "Nagy" };
    const minjun = { givenName: "민준", familyName: "김" };
    expect(fullNameOf(mei, "given-first")).toBe("芽衣 田中");
    expect(fullNameOf(minjun, "given-first")).toBe("민준 김");
    expect(fullNameOf(istvan, "family-first")).toBe("Nagy István");
    expect(fullNameOf(minjun, "family-first")).toBe("김민준");
  });

  test("is the one name of a person with one name, also as the platform stores it", () => {
    for (const name of [
      { givenName: "Suharto" },
      { familyName: "Suharto" },
      { givenName: "-", familyName: "Suharto" },
      { givenName: "Suharto", familyName: "-" },
    ])
      for (const order of ["script", "family-first"] as const)
        expect(fullNameOf(name, order)).toBe("Suharto");
    expect(fullNameOf({ givenName: "Ali", familyName: "Ali" }, "script")).toBe(
      "Ali Ali",
    );
  });
});
