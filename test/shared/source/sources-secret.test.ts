import { describe, expect, test } from "vitest";
import {
  isHostOf,
  sourceSchema,
  sourcesSchema,
} from "../../../shared/source/sources-secret.ts";
import { rows } from "../../fixtures/rows.ts";

const hosts = ["api.example.com", "127.0.0.1:8080"];
const bearer = { type: "bearer", token: "a-token" };
const basic = { type: "basic", username: "user", password: "" };
const header = { type: "header", name: "x-api-key", value: "a key" };
const oauth2 = {
  type: "oauth2",
  tokenUrl: "https://api.example.com/token",
  clientId: "client",
  clientSecret: "secret",
};
const source = { hosts, auth: bearer };

const issuesOf = (written: unknown) =>
  (sourceSchema.safeParse(written).error?.issues ?? []).map(
    ({ path, message }) => `/${path.join("/")} ${message}`,
  );

describe("a source in the sources secret", () => {
  test.each(rows<[string, object]>`
    a token | ${source}
    a token of one character | ${{ hosts, auth: { ...bearer, token: "a" } }}
    a user with an empty password | ${{ hosts, auth: basic }}
    a header of its own | ${{ hosts, auth: header }}
    client credentials | ${{ hosts, auth: oauth2 }}
    client credentials with all that an entry can say | ${{ hosts, auth: { ...oauth2, scope: "people", credentials: "form" } }}
    client credentials in the header | ${{ hosts, auth: { ...oauth2, credentials: "basic" } }}
    a token URL on this machine | ${{ hosts, auth: { ...oauth2, tokenUrl: "http://127.0.0.1:8080/token" } }}
    a host with the usual port | ${{ hosts: ["api.example.com:443"], auth: oauth2 }}
    a limit of calls | ${{ ...source, callsPerSecond: 1_000 }}
    a limit of one call in ten seconds | ${{ ...source, callsPerSecond: 0.1 }}
  `)("may have %s", (_, written) => {
    expect(issuesOf(written)).toEqual([]);
  });

  test("sends client credentials in the header, if its entry does not say where", () => {
    expect(sourceSchema.parse({ hosts, auth: oauth2 }).auth).toEqual({
      ...oauth2,
      credentials: "basic",
    });
  });

  const hostIssue =
    "must be a host in lower case, with its port if that is not 443: api.example.com";
  const textIssue = "must be ASCII text without spaces at its ends";
  const urlIssue =
    "/auth/tokenUrl must be an https URL without credentials and fragment";
  const withUrl = (tokenUrl: string) => ({
    hosts,
    auth: { ...oauth2, tokenUrl },
  });
  test.each(rows<[string, object, string]>`
    no host | ${{ ...source, hosts: [] }} | /hosts
    a URL as its host | ${{ ...source, hosts: ["https://api.example.com"] }} | ${`/hosts/0 ${hostIssue}`}
    no auth | ${{ hosts }} | /auth
    an unknown type | ${{ hosts, auth: { type: "digest" } }} | /auth/type
    an unknown field | ${{ ...source, port: 1 }} | /
    a field of another type | ${{ hosts, auth: { ...bearer, name: "x" } }} | /auth
    a limit of no call | ${{ ...source, callsPerSecond: 0 }} | /callsPerSecond
    a limit of 1,001 calls a second | ${{ ...source, callsPerSecond: 1_001 }} | /callsPerSecond
    a user with a colon | ${{ hosts, auth: { ...basic, username: "a:b" } }} | /auth/username must have no colon (RFC 7617, §2)
    no user | ${{ hosts, auth: { ...basic, username: "" } }} | /auth/username
    an empty token | ${{ hosts, auth: { ...bearer, token: "" } }} | ${textIssue}
    a token that begins with a space | ${{ hosts, auth: { ...bearer, token: " a" } }} | ${textIssue}
    a token that ends with a line break | ${{ hosts, auth: { ...bearer, token: "a\n" } }} | ${textIssue}
    a header value beyond ASCII | ${{ hosts, auth: { ...header, value: "ü" } }} | ${textIssue}
    a header in upper case | ${{ hosts, auth: { ...header, name: "X-Key" } }} | /auth/name must be the name of a header in lower case
    a header that begins with a digit | ${{ hosts, auth: { ...header, name: "1x" } }} | /auth/name
    a header of 65 characters | ${{ hosts, auth: { ...header, name: "x".repeat(65) } }} | /auth/name
    no client | ${{ hosts, auth: { ...oauth2, clientId: "" } }} | /auth/clientId
    a token URL that is no URL | ${withUrl("token")} | ${urlIssue}
    a token URL over http | ${withUrl("http://api.example.com/t")} | ${urlIssue}
    a token URL with a user | ${withUrl("https://u@api.example.com/")} | ${urlIssue}
    a token URL with a password | ${withUrl("https://:p@api.example.com/")} | ${urlIssue}
    a token URL with a fragment | ${withUrl("https://api.example.com/#t")} | ${urlIssue}
    a token URL at a host that the source does not name | ${withUrl("https://login.example.com/token")} | /auth/tokenUrl must be at one of the hosts
    a token URL at another port of its host | ${withUrl("https://api.example.com:8443/token")} | /auth/tokenUrl must be at one of the hosts
  `)("is refused with %s", (_, written, issue) => {
    expect(issuesOf(written)).toEqual([expect.stringContaining(issue)]);
  });

  test("has a name of lower-case letters, digits and hyphens", () => {
    expect(sourcesSchema.safeParse({ "hibob-2": source }).success).toBe(true);
    for (const name of ["HiBob", "2-hibob", "hi bob", "hibob/", ""])
      expect(sourcesSchema.safeParse({ [name]: source }).error).toMatchObject({
        issues: [
          {
            path: [name],
            issues: [
              {
                message:
                  "must have lower-case letters, digits and hyphens only, and begin with a letter",
              },
            ],
          },
        ],
      });
  });
});

test.each([
  ["https://api.example.com/x", true],
  ["https://api.example.com:443/x", true],
  ["http://127.0.0.1:8080/x", true],
  ["https://api.example.com:8443/x", false],
  ["https://example.com/x", false],
  ["https://usual.example.com/x", true],
  ["https://usual.example.com:4430/x", false],
  ["https://other.example.com:4430/x", true],
])("%s leads to one of the source's hosts: %s", (url, expected) => {
  const all = [...hosts, "usual.example.com:443", "other.example.com:4430"];
  expect(isHostOf({ hosts: all }, new URL(url))).toBe(expected);
});
