import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import { createPerson, platformForTest } from "../platform-for-test.ts";
import { cookieOf, sendForm, visit } from "./visit.ts";

const ada = { username: "ada", password: "ada-password" };
const hourMs = 3_600_000;

async function platformWithAda(
  options: Parameters<typeof platformForTest>[0] = {},
): Promise<Platform> {
  const platform = await platformForTest(options);
  await createPerson(platform, "ada");
  return platform;
}

/** The status of the directory for a browser that sends this cookie. */
async function statusWith(platform: Platform, cookie: string): Promise<number> {
  const headers = { cookie };
  return (await visit(platform, "/people", { as: null, headers })).status;
}

describe("a page without a signed-in person", () => {
  test.each([
    "/people",
    "/people?search=a%26b&page=2",
    "/people/ada",
    "/people/ada/avatar",
    "/people/unknown",
  ])("%s leads to the sign-in form, which remembers the page", async (path) => {
    const platform = await platformWithAda();

    const { status, headers, text } = await visit(platform, path, { as: null });
    const form = await visit(platform, headers.get("location")!, { as: null });

    expect(status).toBe(302);
    expect(headers.has("www-authenticate")).toBe(false);
    expect(text).not.toContain("Example");
    expect(form.status).toBe(200);
    expect(form.text).toContain(
      `<input type="hidden" name="to" value="${path.replaceAll("&", "&amp;")}"/>`,
    );
  });
});

describe("the sign-in form", () => {
  test("the right password starts a session and opens the requested page", async () => {
    const platform = await platformWithAda();

    const answer = await sendForm(platform, "/sign-in", {
      ...ada,
      to: "/people/ada?x=1",
    });

    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/people/ada?x=1");
    const cookie = await cookieOf(platform, "ada");
    const page = await visit(platform, "/people/ada", {
      as: null,
      headers: { cookie },
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Your tasks");
  });

  test("the session cookie is HttpOnly, SameSite=Strict, ends after 8 hours, and is random", async () => {
    const platform = await platformWithAda();

    const cookies = [];
    for (let index = 0; index < 2; index++) {
      const { headers } = await sendForm(platform, "/sign-in", ada);
      cookies.push(headers.get("set-cookie")!);
    }

    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^community-session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/,
      );
    }
    expect(cookies[0]).not.toBe(cookies[1]);
  });

  test.each([
    ["a wrong password", "ada", "ada-passwore"],
    ["another person's password", "ada", "bob-password"],
    ["no password", "ada", ""],
    ["an unknown username", "carl", "carl-password"],
    ["no username", "", ""],
    ["a disabled account", "bob", "bob-password"],
  ])(
    "%s shows the form again with a plain message, and starts no session",
    async (_case, username, password) => {
      const platform = await platformWithAda();
      await createPerson(platform, "bob", {}, { enabled: false });

      const answer = await sendForm(platform, "/sign-in", {
        username,
        password,
        to: "/people/ada",
      });

      expect(answer.status).toBe(422);
      expect(answer.headers.has("set-cookie")).toBe(false);
      expect(answer.text).toContain(
        "The username or the password is wrong, or the account is disabled.",
      );
      expect(answer.text).toContain(`value="${username}"`);
      expect(answer.text).toContain('name="to" value="/people/ada"');
      expect(answer.text).toMatch(/<title>Sign-in failed/);
    },
  );

  test.each([
    "https://evil.example/people/ada",
    "//evil.example/people/ada",
    "/\\evil.example/people/ada",
    "/\t/evil.example/people/ada",
    "/.//evil.example/people",
    "/people/..//evil.example",
    "http:evil.example",
    "https:people/ada",
    "javascript:alert(1)",
    "/sign-out",
    "/api/core/v3/people",
    "http://[",
    "",
  ])("leads to a page of the site only: %j", async (to) => {
    const platform = await platformWithAda();

    const query = new URLSearchParams({ to });
    const form = await visit(platform, `/sign-in?${query}`, { as: null });
    const { headers } = await sendForm(platform, "/sign-in", { ...ada, to });

    expect(form.text).toContain('name="to" value="/people"');
    expect(headers.get("location")).toBe("/people");
  });
});

describe("the Origin header of a form", () => {
  test.each(["http://evil.example", "null", "https://127.0.0.1", ""])(
    "a form of another origin neither signs in nor signs out: %j",
    async (origin) => {
      const platform = await platformWithAda();
      const cookie = await cookieOf(platform, "ada");

      const signIn = await sendForm(platform, "/sign-in", ada, { origin });
      const signOut = await sendForm(
        platform,
        "/sign-out",
        {},
        { origin, cookie },
      );

      expect(signIn.status).toBe(403);
      expect(signIn.headers.has("set-cookie")).toBe(false);
      expect(signOut.status).toBe(403);
      expect(signOut.text).toContain("Form refused");
      expect(await statusWith(platform, cookie)).toBe(200);
    },
  );
});

describe("sessions", () => {
  test("a session lives for 8 hours", async () => {
    let nowMs = Date.UTC(2026, 10, 20);
    const platform = await platformWithAda({ nowMs: () => nowMs });
    const cookie = await cookieOf(platform, "ada");

    nowMs += 8 * hourMs - 1;
    expect(await statusWith(platform, cookie)).toBe(200);
    nowMs += 1;
    expect(await statusWith(platform, cookie)).toBe(302);
  });
});
