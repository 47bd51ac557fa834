import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { explainReason } from "../../infra/cli/reason-words.ts";
import { allFunctionNames } from "../../infra/aws/deployment/functions.ts";
import {
  reasonCodes,
  type ReasonRow,
  toReasonCode,
} from "../../shared/reason-codes.ts";
import { phases } from "../../shared/store/operation.ts";
import { trailOf, verbs } from "../../shared/store/verbs.ts";
import { rejectionReasons } from "../../shared/webhook/schemes/scheme.ts";
import { markdownTable } from "../fixtures/markdown-table.ts";
import { expectParts } from "./generated-parts.ts";
import { captures } from "../fixtures/captures.ts";

const page = "docs/reason-codes.md";

type Kind = (typeof reasonCodes)[ReasonRow]["kind"];

/** Words with hyphens in the documents that are not reason codes. */
const otherWords = new Set<string>([
  ...allFunctionNames,
  ...Object.keys(rejectionReasons),
  ...verbs,
  // Why a request for many operations did not reach one.
  "not-as-asked",
  "out-of-time",
  // What a preview says of an event.
  "in-force",
  "needs-decision",
  // A preference of HTTP, and why a caller may not use SCIM.
  "respond-async",
  "no-scim",
]);

describe("docs/reason-codes.md", () => {
  test("lists exactly the reason codes of the table, by kind, with their texts", () => {
    const kinds = ["uncertain", "decision", "failure", "note"] as const;
    return expectParts(
      page,
      Object.fromEntries(kinds.map((kind) => [kind, tableOf(kind)])),
    );
  });

  test("explains every word that an audit trail has beside the codes", () => {
    const text = readFileSync(page, "utf8");
    const [, list = ""] = /more words:\n\n((?:[-\s].*\n)+)/.exec(text) ?? [];
    const explained = captures(list, /`([\w-]+)`/g);
    const words = [...verbs.map(trailOf), "person-created", ...phases];
    expect(explained.toSorted()).toEqual(
      words.filter((word) => toReasonCode(word) !== word).toSorted(),
    );
  });

  test.each(["docs/operating.md", ...globSync("functions/*/README.md")])(
    "has every reason code that %s names",
    (file) => {
      const text = readFileSync(file, "utf8");
      const words = captures(text, /`([a-z]+(?:-[a-z0-9]+)+)`/g);
      const unknown = words.filter(
        (word) =>
          toReasonCode(word) !== word &&
          !otherWords.has(word) &&
          !word.startsWith("community-automation"),
      );
      expect(
        unknown,
        `${file} names words that are no reason codes. Correct them, or add them to otherWords in this test`,
      ).toEqual([]);
    },
  );
});

function tableOf(kind: Kind): string {
  const rows = rowsOf(kind).map((row) => {
    const isWhole = toReasonCode(row) === row;
    const code = isWhole ? row : `${row}-<status>`;
    const words = explainReason(isWhole ? row : `${row}-500`);
    if (!words) throw new Error(`No comment with @action is above ${row}`);
    const { waitsFor = "" } = reasonCodes[row];
    // A notice links to the row.
    const id = `<a id="${row}"></a>`;
    return [`${id}\`${code}\``, words.meaning, waitsFor, words.action];
  });
  const header = ["Code", "Meaning", "Waits for", "What an operator does"];
  return markdownTable(header, rows);
}

function rowsOf(kind: Kind): ReasonRow[] {
  return Object.keys(reasonCodes).filter(
    (row): row is ReasonRow => reasonCodes[row as ReasonRow].kind === kind,
  );
}
