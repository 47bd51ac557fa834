import { describe, expect, test } from "vitest";
import {
  mayHaveNotice,
  noticesOf,
  personFactOf,
} from "../../../shared/store/notices.ts";
import {
  type AuditEntry,
  operationStatuses,
} from "../../../shared/store/operation.ts";
import { auditEntry } from "../../../shared/store/operation-writer.ts";
import type { TrailReason } from "../../../shared/store/verbs.ts";

/** The types of the notices of a trail. An entry is `status`, `status reason` or `status reason person`. */
function typesOf(...entries: string[]): string[] {
  const history = entries.map((entry, atMs) => {
    const [status, reason, person] = entry.split(" ");
    return auditEntry(
      status as AuditEntry["status"],
      "workflow",
      atMs,
      reason === "-" ? undefined : (reason as TrailReason),
      person as AuditEntry["person"],
    );
  });
  return noticesOf({ id: "op", history }).map(
    ({ id, type, reason }) => `${id} ${type} ${reason ?? "-"}`,
  );
}

describe("the notices of an operation", () => {
  test("an operation that needs attention has exactly one notice, whose id is its index in the audit trail", () => {
    expect(
      typesOf("accepted", "running", "needs_attention person-missing"),
    ).toEqual(["op_2 operation.needs_attention person-missing"]);
  });

  test("an operation above a limit is held, and a failed one failed", () => {
    expect(typesOf("running", "needs_attention disable-limit")).toEqual([
      "op_1 operation.held disable-limit",
    ]);
    expect(typesOf("running", "failed platform-refused-400")).toEqual([
      "op_1 operation.failed platform-refused-400",
    ]);
  });

  test.each(["accepted retried", "cancelled resolved"])(
    "an open operation that becomes '%s' is attended, with the reason that it had",
    (next) => {
      expect(typesOf("failed login-refused", next)).toEqual([
        "op_0 operation.failed login-refused",
        "op_1 operation.attended login-refused",
      ]);
    },
  );

  test("an operation that fails again after a retry has notices with other ids", () => {
    expect(
      typesOf(
        "failed unexpected",
        "accepted retried",
        "running",
        "failed unexpected",
      ),
    ).toEqual([
      "op_0 operation.failed unexpected",
      "op_1 operation.attended unexpected",
      "op_3 operation.failed unexpected",
    ]);
  });

  test("an operation that runs, waits or succeeds has no notice of its own", () => {
    expect(
      typesOf("accepted", "running", "waiting grace", "accepted", "succeeded"),
    ).toEqual([]);
  });

  test("an entry tells what happened to the person, beside the operation", () => {
    expect(typesOf("running", "needs_attention deletion-limit left")).toEqual([
      "op_1 operation.held deletion-limit",
      "op_1_person person.left -",
    ]);
  });

  test("a deletion after the grace period does not tell a second time that the person left", () => {
    expect(
      typesOf("running", "waiting grace left", "accepted", "succeeded - left"),
    ).toEqual(["op_1_person person.left -"]);
  });

  test("a person who is enabled after they left is told as resumed", () => {
    expect(
      typesOf("waiting grace left", "accepted", "cancelled - resumed"),
    ).toEqual(["op_0_person person.left -", "op_2_person person.resumed -"]);
  });
});

test("a change is told only if fields of a person changed", () => {
  const changed = (fields: string[], personID?: string) =>
    personFactOf({
      status: "succeeded",
      result: { refs: {}, personID, changed: fields } as never,
    });
  expect(changed(["/title"], "2004")).toBe("changed");
  expect(changed([], "2004")).toBe(undefined);
  expect(changed(["/title"])).toBe(undefined);
});

describe("the mark for the outbox", () => {
  test("every change that has a notice is marked, whatever status its write expects", () => {
    const unmarked: string[] = [];
    for (const before of operationStatuses)
      for (const status of operationStatuses) {
        const history = [
          auditEntry(before, "a", 0),
          auditEntry(status, "b", 1),
        ];
        const hasNotice = noticesOf({ id: "op", history }).some(
          ({ index }) => index === 1,
        );
        for (const where of [
          { status: before },
          { status: { oneOf: ["waiting", before] } },
          [{ phase: "grace" }, { status: before }],
          {},
        ])
          if (hasNotice && !mayHaveNotice(where, { status }))
            unmarked.push(`${before} to ${status}: ${JSON.stringify(where)}`);
      }
    expect(unmarked).toEqual([]);
  });

  test("the frequent changes of an operation are not marked", () => {
    expect(mayHaveNotice({ status: "accepted" }, { status: "running" })).toBe(
      false,
    );
    expect(mayHaveNotice({ status: "running" }, { status: "succeeded" })).toBe(
      false,
    );
    expect(mayHaveNotice({ status: "waiting" }, { status: "accepted" })).toBe(
      false,
    );
  });
});
