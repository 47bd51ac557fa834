import { describe, expect, test } from "vitest";
import { hmac } from "../../../../shared/webhook/schemes/hmac.ts";
import { bambooHrScheme } from "../../../../shared/webhook/schemes/vendors.ts";
import { rows } from "../../../fixtures/rows.ts";
import { verdictOf } from "./by-record.ts";
import { hrBody, signedAtMs } from "./vectors.ts";

test.each(rows<[string, string]>`
  1769884920 | authentic
  2026-01-31T18:42:00Z | authentic
  2026-01-31T19:42:00.000+01:00 | authentic
  ${""} | bad-timestamp
  1769884920.5 | bad-timestamp
  01769884920 | bad-timestamp
  ${" 1769884920"} | bad-timestamp
  +1769884920 | bad-timestamp
  2026-01-31T18:42:00 | bad-timestamp
`)("a signed time has one of the forms of its senders: %j, %s", (...row) => {
  const [timestamp, verdict] = row;
  const keys = ["bamboo-test-key"];
  const sent = { id: "", timestamp, body: hrBody };
  const headers = {
    ...bambooHrScheme.sign({}, keys[0]!, sent),
    "x-bamboohr-timestamp": timestamp,
  };
  const request = { headers, body: hrBody, keys, nowMs: signedAtMs };
  expect(verdictOf(bambooHrScheme, request)).toBe(verdict);
});

describe("the parts of a signed text", () => {
  const key = "a-key-of-a-vendor";
  const sign = (template: string, timestamp: string, body: string) => {
    const entry = {
      header: "x-signature",
      template,
      timestampHeader: "x-timestamp",
    };
    const signed = hmac.sign(entry, key, { id: "", timestamp, body });
    return (given: { timestamp: string; body: string }) =>
      verdictOf(hmac, {
        headers: { ...signed, "x-timestamp": given.timestamp },
        body: given.body,
        keys: [key],
        nowMs: signedAtMs,
        entry,
      }) === "authentic";
  };

  test.each([
    ["{timestamp}{body}", "1769884920"],
    ["{timestamp}{body}", "2026-01-31T18:42:00.000Z"],
    ["{timestamp}{body}", "2026-01-31T18:42:00+0000"],
    ["{timestamp}.{body}", "1769884920000"],
    ["{body}.{timestamp}", "1769884920"],
    ["{body}{timestamp}", "1769884920000"],
    ["{body}{timestamp}", "2026-01-31T18:42:00.000Z"],
  ])("cannot exchange characters in %s with the time %s", (template, time) => {
    const body = '123 {"a":"0.1"} 456';
    const isAccepted = sign(template, time, body);
    expect(isAccepted({ timestamp: time, body })).toBe(true);
    const isFirst = template.startsWith("{timestamp}");
    const separator = template.includes("}.{") ? "." : "";
    const whole = isFirst ? time + separator + body : body + separator + time;
    const others = Array.from(whole, (_, at) => ({
      head: whole.slice(0, at),
      tail: whole.slice(at + separator.length),
    }))
      .map(({ head, tail }) =>
        isFirst
          ? { timestamp: head, body: tail }
          : { timestamp: tail, body: head },
      )
      .filter(({ timestamp }) => timestamp !== time);
    expect(others.filter(isAccepted)).toEqual([]);
  });

  test("are refused with milliseconds directly before the body, which could take their last digits", () => {
    const isAccepted = sign("{timestamp}{body}", "1769884920000", "{}");
    expect(isAccepted({ timestamp: "1769884920000", body: "{}" })).toBe(false);
  });

  test("are refused with an id that is empty, too long or of other characters", () => {
    const entry = {
      header: "x-signature",
      template: "{id}.{body}",
      idHeader: "x-id",
    };
    const verdictFor = (id: string) => {
      const headers = hmac.sign(entry, key, { id, timestamp: "", body: "{}" });
      return verdictOf(hmac, { headers, body: "{}", keys: [key], entry });
    };
    for (const id of ["", "a.b", "a,b", "a b", "é", "x".repeat(257)])
      expect(verdictFor(id)).toBe("bad-id");
    expect(verdictFor("x".repeat(256))).toBe("authentic");
  });
});
