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
`)("a signed time is Unix time, or ISO 8601 with offset: %j, %s", (...row) => {
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
  /** Signs a request. The returned function tells whether the signature is accepted with a time and a body. */
  const signAndCheck = (template: string, timestamp: string, body: string) => {
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
  ])("let no character change its part: %s, %s", (template, time) => {
    // Its first and last digits would fit to a time, and its dot looks like the separator.
    const body = '123 {"a":"0.1"} 456';
    const isAccepted = signAndCheck(template, time, body);
    expect(isAccepted({ timestamp: time, body })).toBe(true);
    const isTimeFirst = template.startsWith("{timestamp}");
    const separator = template.includes("}.{") ? "." : "";
    const parts = isTimeFirst ? [time, body] : [body, time];
    const signed = parts.join(separator);
    // All other splits of this text into a time and a body. With a separator, only a split at a dot gives this text.
    const others = Array.from(signed, (_, at) => {
      const head = signed.slice(0, at);
      const tail = signed.slice(at + separator.length);
      return isTimeFirst
        ? { timestamp: head, body: tail }
        : { timestamp: tail, body: head };
    }).filter(({ timestamp }) => timestamp !== time);
    expect(others.filter(isAccepted)).toEqual([]);
  });

  test("are refused if milliseconds touch the body: their first ten digits are a time, too", () => {
    const timestamp = "1769884920000";
    const isAccepted = signAndCheck("{timestamp}{body}", timestamp, "{}");
    expect(isAccepted({ timestamp, body: "{}" })).toBe(false);
  });

  test("are refused with an id that is empty, too long, or not of letters, digits, _ and -", () => {
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
