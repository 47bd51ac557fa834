import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import {
  asAda,
  asBob,
  call,
  createPerson,
  platformForTest,
} from "../platform-for-test.ts";
import { visit } from "./visit.ts";

const contact = {
  phoneNumbers: [{ value: "+46 (31) 555-01", svc_label: "Phone Number" }],
  addresses: [
    {
      svc_label: "Address",
      value: {
        streetAddress: "Main Street 1",
        postalCode: "411 09",
        locality: "Gothenburg",
        country: "Sweden",
      },
    },
  ],
};

describe("the html resource of a person", () => {
  test("opens a page with name, title, status, tags, contact and every profile entry", async () => {
    const platform = await platformForTest();
    const ada = await createPerson(
      platform,
      "ada",
      {
        ...contact,
        name: { givenName: "Ada", familyName: "Byron" },
        location: "London",
        tags: ["engines"],
        status: "Counting",
      },
      {
        profile: [
          { svc_label: "Title", value: "Analyst" },
          { svc_label: "Department", value: "Engines" },
          { svc_label: "Company", value: "Babbage & Co" },
          { svc_label: "Hire Date", value: "1833-06-05" },
          { svc_label: "Biography", value: "Notes on the engine." },
        ],
      },
    );

    const { text } = await call(platform, "GET", ada.resources["html"]!.ref);

    expect(text).toContain("<title>Ada Byron · Community</title>");
    expect(text).toContain("<h1>Ada Byron</h1>");
    expect(text).toContain("Analyst");
    expect(text).toContain("Engines · Babbage &amp; Co · London");
    expect(text).toContain('<p class="lines">Counting</p>');
    expect(text).toContain(">engines</li>");
    expect(text).toContain('href="mailto:ada@community.example"');
    expect(text).toContain('href="tel:+463155501"');
    expect(text).toContain("Main Street 1\n411 09 Gothenburg\nSweden");
    expect(text).toContain("<dt>Hire Date</dt><dd>1833-06-05</dd>");
    expect(text).toContain("<dt>Biography</dt><dd>Notes on the engine.</dd>");
  });
});

describe("privacy on a profile", () => {
  test("the username replaces a hidden name everywhere on the page", async () => {
    const platform = await platformForTest({ hiddenFields: ["name"] });
    const name = { givenName: "Augusta", familyName: "Byron" };
    await createPerson(platform, "ada", { name });
    await createPerson(platform, "bob");

    const { text } = await visit(platform, "/people/ada", { as: asBob });

    expect(text).toContain("<h1>ada</h1>");
    expect(text).not.toMatch(/Augusta|Byron/);
  });
});

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`;

test("text that people write never becomes markup on a profile or in the directory", async () => {
  const platform = await platformForTest();
  const username = `"><script>alert(1)</script>`;
  const entry = { svc_label: hostile, value: hostile };
  const person = await createPerson(
    platform,
    username,
    {
      emails: [{ value: `"><script>@x?cc=y`, svc_label: hostile }],
      name: { givenName: hostile, familyName: hostile },
      location: hostile,
      tags: [hostile],
      phoneNumbers: [entry],
      addresses: [{ svc_label: hostile, value: { formatted: hostile } }],
    },
    {
      profile: [entry, { svc_label: "Title", value: hostile }],
      level: { name: hostile, points: 1 },
    },
  );
  const as = `Basic ${Buffer.from(`${username}:${username}-password`).toString("base64")}`;
  const self = `/people/${person.id}`;
  const { emails, name, svc } = person;
  const json = { emails, name, svc, status: hostile };
  await call(platform, "PUT", self, { as, json });
  await addTask(platform, person.id, hostile, "2026-12-01", as);
  const path = new URL(person.resources["html"]!.ref).pathname;

  for (const page of [
    path,
    "/people",
    `/people?search=${encodeURIComponent(hostile)}`,
  ]) {
    const { status, text } = await visit(platform, page, { as });
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script|<img src=x|href="[^"]*\?cc/);
    expect(text).toContain("&lt;script&gt;alert(1)");
    expect(text).toContain("&amp;amp;");
  }
  const { text } = await visit(platform, path, { as });
  expect(text).toMatch(/<p class="lines">&quot;&gt;&lt;script.*Your tasks/s);
});

async function addTask(
  platform: Platform,
  personID: string,
  subject: string,
  day: string,
  as = asAda,
): Promise<void> {
  const dueDate = `${day}T09:00:00.000+0000`;
  const json = { type: "task", subject, dueDate };
  await call(platform, "POST", `/people/${personID}/tasks`, { as, json });
}
