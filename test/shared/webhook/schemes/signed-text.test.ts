import { describe, expect, test } from "vitest";
import { hmac } from "../../../../shared/webhook/schemes/hmac.ts";
import { bambooHrScheme } from "../../../../shared/webhook/schemes/vendors.ts";
import { signBy, verifyBy } from "./by-record.ts";
import { hrBody, signedAtMs } from "./vectors.ts";

describe("the form of a signed time", () => {
  const key = "bamboo-test-key";
  const verifyAt = (timestamp: string) => {
    const headers: Record<string, string> = {
      "x-bamboohr-timestamp": timestamp,
      "x-bamboohr-signature": signBy(
        bambooHrScheme,
        "x-bamboohr-signature",
        key,
        { timestamp, body: hrBody },
      ),
    };
    const body = Buffer.from(hrBody);
    const request = { header: (name: string) => headers[name], body };
    return verifyBy(bambooHrScheme)(request, [key], signedAtMs);
  };

  test.each([
    "1769884920",
    "2026-01-31T18:42:00Z",
    "2026-01-31T18:42:00+00:00",
    "2026-01-31T18:42:00+0000",
    "2026-01-31T19:42:00.000+01:00",
  ])("may be %s", (timestamp) => {
    expect(verifyAt(timestamp)).toEqual({ authentic: true, signedAtMs });
  });

  test.each([
    "",
    "769884920",
    "1769884920.0",
    "1769884920.5",
    "01769884920",
    " 1769884920",
    "1769884920 ",
    "+1769884920",
    "0x697e4f38",
    "NaN",
    "2026-01-31T18:42:00",
    "2026-01-31",
    "2026-02-30T18:42:00Z",
    "Sat, 31 Jan 2026 18:42:00 GMT",
  ])("must not be %j, even if it is signed", (timestamp) => {
    expect(verifyAt(timestamp)).toEqual({
      authentic: false,
      reason: "bad-timestamp",
    });
  });
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
    return (given: { timestamp: string; body: string }) => {
      const headers: Record<string, string> = {
        ...signed,
        "x-timestamp": given.timestamp,
      };
      const body = Buffer.from(given.body);
      const request = { header: (name: string) => headers[name], body };
      return verifyBy(hmac, entry)(request, [key], signedAtMs).authentic;
    };
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
    const verdictOf = (id: string) => {
      const sent = { id, timestamp: "", body: "{}" };
      const headers = hmac.sign(entry, key, sent);
      const body = Buffer.from("{}");
      const request = { header: (name: string) => headers[name], body };
      return verifyBy(hmac, entry)(request, [key], signedAtMs);
    };
    for (const id of ["", "a.b", "a,b", "a b", "é", "x".repeat(257)])
      expect(verdictOf(id)).toEqual({ authentic: false, reason: "bad-id" });
    expect(verdictOf("x".repeat(256)).authentic).toBe(true);
  });
});
