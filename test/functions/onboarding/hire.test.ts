import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { openSealed, sealSchema } from "../../../shared/sealed-bytes.ts";
import { maxInlineBytes } from "../../../shared/person/avatar/limits.ts";
import {
  hireContentSchema,
  hireSchema,
} from "../../../functions/onboarding/event.ts";
import { sampleHire } from "../../../infra/sample/hire.ts";
import {
  validationIssuesOf,
  validationMessages,
} from "../../../shared/webhook/validation-issues.ts";
import { rows } from "../../fixtures/rows.ts";

const minimal = {
  employeeId: "E-1",
  name: { givenName: "Zoë", familyName: "Lindqvist" },
  email: "zoe@example.com",
};

/** The validation issues of the minimal hire with these changes. */
function issuesOf(changes: Record<string, unknown>) {
  const parsed = hireContentSchema.safeParse(
    { ...minimal, ...changes },
    validationMessages,
  );
  return parsed.success ? [] : validationIssuesOf(parsed.error.issues);
}
const pointers = (changes: Record<string, unknown>) =>
  issuesOf(changes).map(({ pointer }) => pointer);

describe("a hire", () => {
  test("a hire with every field is accepted, and its image bytes are separated from its data", () => {
    const { data } = sampleHire(0);
    const incoming = hireContentSchema.parse(data);
    expect(incoming).toEqual({
      employee: "E-1042",
      due: { date: "1970-01-01", edge: "start" },
      data: {
        ...data,
        avatar: { id: incoming.avatar?.id, key: expect.any(String) as string },
      },
      avatar: incoming.avatar,
    });
    expect(JSON.stringify(incoming.data)).not.toContain("base64");
  });

  test("a hire needs an employee id, a name and an e-mail address, and no more", () => {
    expect(issuesOf({})).toEqual([]);
    for (const field of ["employeeId", "name", "email"])
      expect(pointers({ [field]: undefined })).toEqual([`#/${field}`]);
    expect(issuesOf({ name: {} })).toEqual([
      { pointer: "#/name", detail: "must have givenName or familyName" },
    ]);
    for (const part of ["givenName", "familyName"])
      expect(issuesOf({ name: { [part]: "Suharto" } })).toEqual([]);
    expect(pointers({ name: { formatted: "Suharto" } })).toEqual(["#/name"]);
  });

  test("a hire reads the same after it was stored", () => {
    for (const data of [minimal, sampleHire(0).data]) {
      const kept = hireContentSchema.parse(data).data;
      const read: unknown = JSON.parse(JSON.stringify(kept));
      expect(hireSchema.parse(read)).toEqual(read);
    }
  });

  test("a hire with unknown fields is refused, and the issues name them", () => {
    expect(
      pointers({
        salary: 1,
        name: { ...minimal.name, middleName: "M" },
        phones: [{ value: "1", type: "home" }],
        address: { street: "s" },
      }),
    ).toEqual([
      "#/name/middleName",
      "#/address/street",
      "#/phones/0/type",
      "#/salary",
    ]);
  });
});

/** A text of characters that take three bytes each. */
const text = (length: number) => "雪".repeat(length);
const list = <T>(length: number, item: (index: number) => T) =>
  Array.from({ length }, (_, index) => item(index));

describe("limits", () => {
  type Make = (size: number) => unknown;
  test.each(rows<[field: string, Make, maxSize: number]>`
    employeeId | ${(n) => "E".repeat(n)} | ${128}
    username | ${(n) => "u".repeat(n)} | ${100}
    title | ${text} | ${200}
    department | ${text} | ${200}
    company | ${text} | ${200}
    location | ${text} | ${200}
    biography | ${text} | ${10_000}
    expertise | ${text} | ${2_000}
    tags | ${(n) => list(n, String)} | ${50}
    streams | ${(n) => list(n, String)} | ${10}
    phones | ${(n) => list(n, (i) => ({ value: String(i) }))} | ${10}
    tasks | ${(n) => list(n, () => ({ subject: "s", dueInDays: 1 }))} | ${50}
    identities | ${(n) => Object.fromEntries(list(n, (i) => [`kind-${i}`, "id"]))} | ${20}
  `)("the largest %s passes, and one more is refused", (...limit) => {
    const [field, make, maxSize] = limit;
    expect(pointers({ [field]: make(maxSize) })).toEqual([]);
    expect(pointers({ [field]: make(maxSize + 1) })).toEqual([`#/${field}`]);
  });

  type Wrap = (value: string) => Record<string, unknown>;
  test.each(rows<[pointer: string, maxLength: number, Wrap]>`
    /name/givenName | ${100} | ${(v) => ({ name: { ...minimal.name, givenName: v } })}
    /name/familyName | ${100} | ${(v) => ({ name: { ...minimal.name, familyName: v } })}
    /name/formatted | ${200} | ${(v) => ({ name: { ...minimal.name, formatted: v } })}
    /address/streetAddress | ${200} | ${(v) => ({ address: { streetAddress: v } })}
    /address/locality | ${100} | ${(v) => ({ address: { locality: v } })}
    /address/region | ${100} | ${(v) => ({ address: { region: v } })}
    /address/postalCode | ${100} | ${(v) => ({ address: { postalCode: v } })}
    /address/country | ${100} | ${(v) => ({ address: { country: v } })}
    /address/formatted | ${500} | ${(v) => ({ address: { formatted: v } })}
    /phones/0/value | ${50} | ${(v) => ({ phones: [{ value: v }] })}
    /tags/0 | ${100} | ${(v) => ({ tags: [v] })}
    /streams/0 | ${100} | ${(v) => ({ streams: [v] })}
    /identities/slack | ${200} | ${(v) => ({ identities: { slack: v } })}
  `)("%s has at most %i characters, and one at least", (pointer, max, wrap) => {
    expect(pointers(wrap(text(max)))).toEqual([]);
    expect(issuesOf(wrap(text(max + 1)))).toEqual([
      { pointer: `#${pointer}`, detail: `must have at most ${max} characters` },
    ]);
    expect(pointers(wrap(""))).toEqual([`#${pointer}`]);
  });

  test("a hire with the longest texts and lists takes at most half of an item of 400 KB", () => {
    const largest = {
      ...minimal,
      biography: text(10_000),
      expertise: text(2_000),
      tags: list(50, () => text(100)),
      tasks: list(50, () => ({ subject: text(255), dueInDays: 3650 })),
      streams: list(10, (i) => text(99) + i),
      identities: Object.fromEntries(list(20, (i) => [`k${i}`, text(200)])),
      phones: list(10, () => ({ value: text(50) })),
    };
    const { data } = hireContentSchema.parse(largest);
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(200 * 1024);
  });
});

test.each(rows<[title: string, changes: Record<string, unknown>]>`
  a username with a colon, which HTTP Basic cannot carry | ${{ username: "a:b" }}
  a username with white space | ${{ username: "a b" }}
  a username with a control character | ${{ username: "a\u0000b" }}
  an identity whose kind is the name of the prototype | ${{ identities: JSON.parse('{"slack":"1","__proto__":"2"}') as unknown }}
  two streams of one name but for case | ${{ streams: ["News", "news"] }}
  two streams of one name but for the normal form | ${{ streams: ["Café", "Cafe\u0301"] }}
  an offset in place of a zone | ${{ zone: "+01:00" }}
  a phone with a label that the platform does not have | ${{ phones: [{ value: "1", label: "Fax" }] }}
`)("a hire with %s is refused", (_, changes) => {
  expect(pointers(changes)).toHaveLength(1);
});

test.each([
  [{ subject: "s", dueInDays: 0 }, true],
  [{ subject: "s", dueInDays: 3650 }, true],
  [{ subject: "s", dueDate: "2026-01-31" }, true],
  [{ subject: "s", dueInDays: 1.5 }, false],
  [{ subject: "s" }, false],
  [{ dueInDays: 1 }, false],
  [{ subject: "s", dueInDays: 1, dueDate: "2026-01-31" }, false],
])("the task %j is accepted: %s", (task, isTaken) => {
  expect(pointers({ tasks: [task] })).toEqual(isTaken ? [] : ["#/tasks/0"]);
});

// A task of a wrong form is reported as a whole, and a number outside its bounds at its own field.
test("a task is due at most ten years after the start, and not before it", () => {
  const of = (dueInDays: number) => ({ tasks: [{ subject: "s", dueInDays }] });
  const pointer = "#/tasks/0/dueInDays";
  expect(issuesOf(of(3651))).toEqual([
    { pointer, detail: "must be at most 3650" },
  ]);
  expect(issuesOf(of(-1))).toEqual([{ pointer, detail: "must be at least 0" }]);
});

describe("an avatar", () => {
  const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString("base64");

  test("an inline avatar of exactly 300 KiB is accepted, and one of one more byte is refused", () => {
    expect(maxInlineBytes).toBe(307_200);
    const avatar = { base64: base64(maxInlineBytes) };
    const { data, avatar: sealed } = hireContentSchema.parse({
      ...minimal,
      avatar,
    });
    // The data has only the seal, which opens the encrypted bytes beside it.
    const { avatar: seal } = z.object({ avatar: sealSchema }).parse(data);
    expect(openSealed(sealed!.bytes, seal)).toEqual(
      Buffer.alloc(maxInlineBytes, 1),
    );
    expect(
      issuesOf({ avatar: { base64: base64(maxInlineBytes + 1) } }),
    ).toEqual([
      {
        pointer: "#/avatar/base64",
        detail: "must decode to at most 307200 bytes",
      },
    ]);
  });

  test.each([
    { base64: "" },
    { base64: "not base64!" },
    { base64: "data:image/png;base64,AAAA" },
    { base64: "AAAA\r\nAAAA" },
    { base64: "AA" },
    { base64: "A_A=" },
    { url: "zoe.png" },
    { url: "https://hr.example.com/zoe.png", base64: "AAAA" },
    { inline: true },
    {},
    "AAAA",
    null,
    { url: "https://hr.example.com/\ud800" },
  ])("an avatar given as %j is refused", (avatar) => {
    expect(pointers({ avatar })[0]).toMatch(/^#\/avatar(\/url|\/base64)?$/);
  });

  test("an avatar by http is refused with the scheme that is expected", () => {
    expect(
      issuesOf({ avatar: { url: "http://hr.example.com/zoe.png" } }),
    ).toEqual([{ pointer: "#/avatar/url", detail: "must be an https URL" }]);
  });

  test("an avatar URL has at most 2,000 characters", () => {
    const bare = "https://hr.example.com/";
    const url = bare + "a".repeat(2000 - bare.length);
    expect(pointers({ avatar: { url } })).toEqual([]);
    expect(pointers({ avatar: { url: `${url}a` } })).toEqual(["#/avatar/url"]);
  });
});
