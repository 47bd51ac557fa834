import { describe, expect, test } from "vitest";
import { asAda, createPerson, platformForTest } from "../platform-for-test.ts";
import { visit } from "./visit.ts";

describe("the site", () => {
  test("serves its style and its icon without credentials, because the sign-in form needs them", async () => {
    const platform = await platformForTest();

    const style = await visit(platform, "/pages/style.css", { as: null });
    const icon = await visit(platform, "/pages/icon.svg", { as: null });

    expect(style.status).toBe(200);
    expect(style.headers.get("content-type")).toBe("text/css; charset=UTF-8");
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
  });
});

describe("the headers of a page", () => {
  test.each([
    "/",
    "/people",
    "/people/ada",
    "/people/unknown",
    "/contents/1",
    "/sign-in",
    "/pages/style.css",
  ])(
    "let %s load its own style and images only, and run no script",
    async (path) => {
      const platform = await platformForTest();
      await createPerson(platform, "ada");

      const { headers } = await visit(platform, path);

      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("same-origin");
    },
  );
});

describe("an address without a page", () => {
  test.each([
    "/people/unknown",
    "/people/ada/no/such",
    "/people/%00",
    "/people/ada/avatar",
    "/contents/1",
    "/contents",
    "/contents/1/2",
    "/contents/__proto__",
  ])("%s answers 404 with a page that links to the directory", async (path) => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");

    const { status, headers, text } = await visit(platform, path);

    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("text/html; charset=UTF-8");
    expect(text).toContain("<h1>Page not found</h1>");
    expect(text).toContain('href="/people"');
  });
});

test("injected faults do not hit pages, and the journal has no entry for them", async () => {
  const platform = await platformForTest();
  await createPerson(platform, "ada");
  platform.faults.add({ kind: "status", status: 503 });
  const before = platform.journal.length;

  const { status } = await visit(platform, "/people/ada", { as: asAda });

  expect(status).toBe(200);
  expect(platform.journal).toHaveLength(before);
});
