import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { asAda, call, createPerson, platformForTest } from "../talk.ts";
import { visit } from "./visit.ts";

describe("the addresses of the site", () => {
  test("the style and the icon need no credentials, because the sign-in form has them too", async () => {
    const platform = await platformForTest();

    const style = await visit(platform, "/pages/style.css", { as: null });
    const icon = await visit(platform, "/pages/icon.svg", { as: null });

    expect(style.status).toBe(200);
    expect(style.headers.get("content-type")).toBe("text/css; charset=UTF-8");
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
  });

  test("the root leads to the directory", async () => {
    const platform = await platformForTest();

    const { status, headers } = await visit(platform, "/", { as: null });

    expect(status).toBe(302);
    expect(headers.get("location")).toBe("/people");
  });
});

describe("what a page may do in a browser", () => {
  test.each([
    "/",
    "/people",
    "/people/ada",
    "/people/unknown",
    "/sign-in",
    "/pages/style.css",
  ])("%s may load its own style and images and run nothing", async (path) => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");

    const { headers } = await visit(platform, path);

    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("same-origin");
  });

  test("no page about people is stored, because others would see another one", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");

    for (const path of ["/people", "/people/ada", "/people/unknown"]) {
      const { headers } = await visit(platform, path);
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("addresses that lead nowhere", () => {
  test.each([
    "/people/unknown",
    "/people/ada/no/such",
    "/people/%00",
    "/people/ada/avatar",
  ])("%s answers 404 with a page that leads on", async (path) => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");

    const { status, headers, text } = await visit(platform, path);

    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("text/html; charset=UTF-8");
    expect(text).toContain("<h1>Page not found</h1>");
    expect(text).toContain('href="/people"');
  });

  test("a page only answers GET", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");

    const { status, headers } = await call(
      platform,
      "DELETE",
      `${platform.origin}/people/ada`,
    );

    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET");
  });
});

test("pages are outside the fault and the journal, which are of the API", async () => {
  const platform = await platformForTest();
  await createPerson(platform, "ada");
  platform.faults.add({ kind: "status", status: 503 });
  const before = platform.journal.length;

  const { status } = await visit(platform, "/people/ada", { as: asAda });

  expect(status).toBe(200);
  expect(platform.journal).toHaveLength(before);
});

test("Node runs the pages from their source, without a flag or a build", async () => {
  const script = `
    import { startPlatform } from "./infra/local/platform/start-platform.ts";
    const platform = await startPlatform();
    const { status } = await fetch(platform.origin + "/people", {
      headers: { authorization: "Basic " + btoa("service:service-password") },
    });
    console.log(status);
    await platform.close();
  `;

  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    script,
  ]);

  expect(stdout).toBe("200\n");
});
