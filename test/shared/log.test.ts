import { describe, expect, test } from "vitest";
import { createLog } from "../../shared/log.ts";
import { useCapturedOutput } from "../fixtures/captured-output.ts";

const { lines } = useCapturedOutput();

describe("log line", () => {
  test("is one JSON object with level, service, message and fields", () => {
    const log = createLog("onboarding-receiver");
    log.info("accepted", { operationId: "op_1", caller: "hr", attempt: 2 });
    log.warn("invalid", { fields: ["#/data/name"] });
    log.error("unavailable", { error: "TimeoutError" });
    expect(lines()).toMatchObject([
      {
        level: "INFO",
        service: "onboarding-receiver",
        message: "accepted",
        operationId: "op_1",
        caller: "hr",
        attempt: 2,
      },
      { level: "WARN", message: "invalid", fields: ["#/data/name"] },
      { level: "ERROR", message: "unavailable", error: "TimeoutError" },
    ]);
  });

  test("stays one line for every content of a field", () => {
    createLog("test").warn("rejected", {
      reason: 'one\ntwo\r\n{"level":"ERROR"}\u2028three',
    });
    expect(lines()).toHaveLength(1);
  });

  test("does not inherit the fields of the line before it", () => {
    const log = createLog("test");
    log.info("accepted", { operationId: "op_1", caller: "hr" });
    log.info("changed", {});
    expect(lines()[1]).not.toHaveProperty("operationId");
    expect(lines()[1]).not.toHaveProperty("caller");
  });

  test("accepts only the listed fields at compile time", () => {
    const log = createLog("test");
    // @ts-expect-error -- the log must not contain a value of an event
    log.info("accepted", { email: "zoe@example.com" });
    // @ts-expect-error -- the message of an error may quote data of a request
    log.error("accepted", { error: new Error("message") });
    // @ts-expect-error -- the log must not contain a body
    log.warn("accepted", { pointers: { data: {} } });
    // @ts-expect-error -- every line needs its fields
    log.info("accepted");
    expect(Object.keys(log)).toEqual(["info", "warn", "error"]);
  });
});
