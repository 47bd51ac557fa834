import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createPerson } from "../platform-for-test.ts";
import { effort, isThorough } from "../../../resilience/effort.ts";
import { auditPage, devices } from "../../../fixtures/audit-page.ts";
import { siteForTest } from "./site.ts";

const { openSignedOut } = siteForTest(async (platform) => {
  await createPerson(platform, "ada");
});

describe("the sign-in form in a browser", () => {
  test.runIf(isThorough).each(devices)(
    "axe finds no violation in light and dark on a $device, and nothing sticks out",
    async (look) => {
      const page = await openSignedOut("/sign-in", look);
      expect(await auditPage(page)).toEqual({
        violations: [],
        stickingOutPx: 0,
      });
    },
  );

  test.each(effort(devices.slice(0, 1), devices))(
    "axe finds no violation after a wrong password in light and dark on a $device, and nothing sticks out",
    async (look) => {
      const page = await openSignedOut("/sign-in", look);
      await type(page, "ada", "wrong");
      expect(await auditPage(page)).toEqual({
        violations: [],
        stickingOutPx: 0,
      });
    },
  );

  test("the keyboard alone signs in, opens the requested page, and signs out", async () => {
    const page = await openSignedOut("/people/ada");
    await expect.poll(() => focused(page)).toBe("username");

    await page.keyboard.type("ada");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ada-password");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "ada" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/people/ada");

    await page.getByRole("button", { name: "Sign out" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("You are signed out.").waitFor();
    await page.goto(new URL("/people", page.url()).href);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });

  test("after a wrong password, the focus is on the empty password field, which names the error", async () => {
    const page = await openSignedOut("/sign-in");

    await type(page, "ada", "wrong");

    await expect.poll(() => focused(page)).toBe("password");
    const password = page.getByLabel("Password");
    expect(await password.inputValue()).toBe("");
    expect(await password.getAttribute("aria-invalid")).toBe("true");
    const error = page.locator(
      `#${await password.getAttribute("aria-describedby")}`,
    );
    expect(await error.getAttribute("role")).toBe("alert");
    expect(await error.textContent()).toContain("is wrong");
    expect(await page.getByLabel("Username").inputValue()).toBe("ada");
    expect(page.url()).not.toContain("wrong");
  });

  test("a form on a page of another site does not sign a browser in", async () => {
    const page = await openSignedOut("/sign-in");
    const action = page.url();
    await page.goto("data:text/html,<title>Other site</title>");
    await page.setContent(
      `<form method="post" action="${action}">
        <input name="username" value="ada"><input name="password" value="ada-password">
        <button>Win a prize</button>
      </form>`,
    );

    await page.getByRole("button").click();

    await page.getByRole("heading", { name: "Form refused" }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });
});

async function type(
  page: Page,
  username: string,
  password: string,
): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>("document.activeElement.id");
}
