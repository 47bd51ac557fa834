import { describe, expect, test } from "vitest";
import { subscribersSchema } from "../../../shared/webhook/subscribers-secret.ts";

const key = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const webhook = { format: "webhook", url: "https://a.example/in", keys: [key] };

describe("an entry of the subscribers secret", () => {
  test.each([
    webhook,
    { ...webhook, keys: Array(5).fill(key), types: ["person.left"] },
    { format: "slack", url: "https://hooks.slack.com/services/T/B/x" },
    { format: "teams", url: "https://x.logic.azure.com/workflows/1?sig=y" },
    { format: "slack", url: "http://127.0.0.1:9/x" },
    { format: "slack", url: "http://localhost:80/" },
    { format: "slack", url: "http://[::1]/" },
  ])("is taken as it is: %o", (entry) => {
    expect(subscribersSchema.parse({ one: entry })).toEqual({ one: entry });
  });

  const url = "#/url must be an https address without credentials and fragment";
  test.each([
    [{ ...webhook, url: "http://a.example/in" }, [url]],
    [{ ...webhook, url: "http://127.0.0.2/" }, [url]],
    [{ ...webhook, url: "ftp://localhost/" }, [url]],
    [{ ...webhook, url: "https://user@a.example/in" }, [url]],
    [{ ...webhook, url: "https://:secret@a.example/in" }, [url]],
    [{ ...webhook, url: "https://a.example/in#part" }, [url]],
    [{ ...webhook, url: "a.example" }, [url]],
    [{ ...webhook, keys: ["short"] }, ["#/keys/0"]],
    [{ ...webhook, keys: [] }, ["#/keys"]],
    [{ ...webhook, keys: Array(6).fill(key) }, ["#/keys"]],
    [{ ...webhook, types: [] }, ["#/types"]],
    [{ ...webhook, types: ["person.hired"] }, ["#/types/0"]],
    [{ format: "slack", url: "https://a.example", keys: [key] }, ["#/keys"]],
    [{ format: "email", url: "https://a.example" }, ["#/format"]],
    ["text", ["#"]],
  ])("is marked as broken, and the other one is not: %o", (entry, starts) => {
    const { one, other } = subscribersSchema.parse({
      one: entry,
      other: webhook,
    });
    expect(other).toEqual(webhook);
    if (one?.format !== "broken") throw new Error("the entry is not broken");
    expect(one.issues).toHaveLength(starts.length);
    for (const [index, start] of starts.entries())
      expect(one.issues[index]).toMatch(new RegExp(`^${start}`));
  });

  test("has a name of at most 64 characters, in lower case, that begins with a letter", () => {
    const withName = (name: string) =>
      subscribersSchema.safeParse({ [name]: webhook }).success;
    expect(withName(`a${"-0".repeat(31)}x`)).toBe(true);
    expect(withName("a".repeat(65))).toBe(false);
    expect(withName("Ops")).toBe(false);
    expect(withName("0ps")).toBe(false);
  });
});
