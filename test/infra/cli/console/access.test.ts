import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "../../../../shared/durations.ts";
import { rows } from "../../../fixtures/rows.ts";
import { incompleteHire, useSample } from "./sample.ts";

const { environment, site } = useSample();

const pages = [
  "overview",
  "operations",
  `operation?id=${incompleteHire.id}`,
  "confirm?verb=retry&all=1&status=failed",
  "employees",
  "employee?id=E-1",
  "limits",
  "callers",
];
const retryForm = { verb: "retry", operation: incompleteHire.id };

test("without the cookie, no page shows anything of the deployment, and a form changes nothing", async () => {
  for (const page of pages) {
    const { status, text } = await site.send(site.url(page));
    expect([page, status]).toEqual([page, 401]);
    expect(text).not.toMatch(/E-\d|op_|>test</);
  }
  const answer = await site.send(site.url("act"), { form: retryForm });
  expect(answer.status).toBe(401);
  expect(site.acted()).toEqual([]);
});

const newLink = () => site.running().renewLink();
const prefetch = { headers: { "sec-purpose": "prefetch;prerender" } };
/** What a browser asks for, one after the other, and how it is answered. `#ahead` marks a load ahead of time. */
test.each(rows<[string, (link: string) => string[], number[]]>`
  a link opens the console once             | ${(link) => [link, link]} | ${[302, 401]}
  a new link ends the one before            | ${(link) => [newLink(), link]} | ${[302, 401]}
  a wrong key does not use the link up      | ${(link) => [`${link}x`, link]} | ${[401, 302]}
  no other path opens the console           | ${(link) => ["/open", "/overview", "/"].map((path) => new URL(path + new URL(link).search, link).href)} | ${[404, 404, 404]}
  a browser that loads the link ahead of time does not use it up | ${(link) => [`${link}#ahead`, link]} | ${[401, 302]}
`)("%s", async (_, urlsOf, statuses) => {
  const answers = [];
  for (const url of urlsOf(newLink()))
    answers.push(await site.send(url, url.endsWith("#ahead") ? prefetch : {}));
  expect(answers.map(({ status }) => status)).toEqual(statuses);
  for (const { status, headers } of answers)
    expect("set-cookie" in headers).toBe(status === 302);
});

test("a link that was used opens the console again only in a browser that has the session", async () => {
  const link = newLink();
  const { headers } = await site.send(link);
  expect(headers["location"]).toBe("overview");
  const { text } = await site.send(link);
  expect(text).toContain("This link does not work any more");
  const [cookie = ""] = headers["set-cookie"] ?? [];
  const again = await site.send(link, { headers: { cookie } });
  expect(again.status).toBe(302);
});

test("no script reads the cookie, and no other site or path gets it", async () => {
  const link = newLink();
  const { headers } = await site.send(link);
  const [cookie = ""] = headers["set-cookie"] ?? [];
  const [root = ""] = /^\/[\w-]{22}(?=\/open$)/.exec(new URL(link).pathname)!;

  expect(cookie.split("; ").slice(1).toSorted()).toEqual([
    "HttpOnly",
    "Max-Age=28800",
    `Path=${root}`,
    "SameSite=Strict",
  ]);
  expect(cookie).toMatch(/^console-session=[\w-]{43};/);
});

test("a session ends after 8 hours", async () => {
  const cookie = await site.open();
  const visit = () => site.send(site.url("overview"), { headers: { cookie } });

  environment().advanceTime(8 * hourMs - minuteMs);
  expect((await visit()).status).toBe(200);
  environment().advanceTime(minuteMs);
  expect((await visit()).status).toBe(401);
});

test("signing out ends the session", async () => {
  const headers = { cookie: await site.open() };

  await site.send(site.url("sign-out"), { headers, form: {} });

  const { status } = await site.send(site.url("overview"), { headers });
  expect(status).toBe(401);
});

test("only 127.0.0.1 listens", async () => {
  const { port } = new URL(site.running().origin);

  const outcome = await new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.2");
    socket.once("connect", () => resolve("connected"));
    socket.once("error", ({ message }) => resolve(message));
  });

  expect(outcome).toContain("ECONNREFUSED");
});

describe("what other sites can do in the same browser", () => {
  const strangers = rows<[string, string, number]>`
    host   | evil.example         | ${421}
    host   | localhost            | ${421}
    host   | 127.0.0.1            | ${421}
    host   | 127.0.0.1:1          | ${421}
    origin | https://evil.example | ${403}
    origin | http://127.0.0.1:1   | ${403}
    origin | http://localhost     | ${403}
    origin | null                 | ${403}
  `;
  test.each(strangers)(
    "a page of the %s %s reads and changes nothing, even with the cookie (%i)",
    async (header, value, status) => {
      const origin = `http://${value}`;
      const headers = { origin, cookie: await site.open(), [header]: value };
      for (const [page, sent] of [
        ["overview", {}],
        ["act", { form: retryForm }],
      ] as const) {
        const answer = await site.send(site.url(page), { headers, ...sent });
        expect(answer.status).toBe(status);
        expect(answer.text).not.toContain("Overview");
      }
      expect(site.acted()).toEqual([]);
    },
  );

  test("every page forbids frames, storing, and scripts other than our own file", async () => {
    for (const page of pages) {
      const { headers, text } = await site.visit(page);
      const policy = headers["content-security-policy"];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("script-src 'self'; connect-src 'self'");
      expect(policy).not.toContain("unsafe");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(headers["cache-control"]).toBe("no-store");
      const own = '<script src="live.js" defer=""></script>';
      expect(text.replace(own, "")).not.toMatch(/<script|style="| on\w+="/);
    }
  });

  test.each(rows<[string, number, object]>`
    without an origin | ${403} | ${{ method: "POST" }}
    of more than 64 KB | ${413} | ${{ form: { ...retryForm, note: "x".repeat(70_000) } }}
  `)(
    "a form %s is answered %i and changes nothing",
    async (_, expected, sent) => {
      const { status } = await site.visit("act", sent);
      expect(status).toBe(expected);
      expect(site.acted()).toEqual([]);
    },
  );
});
