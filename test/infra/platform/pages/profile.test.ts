import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import {
  asAda,
  asBob,
  call,
  createPerson,
  platformForTest,
} from "../platform-for-test.ts";
import { setStatus } from "./set-status.ts";
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

  test("only the person sees the tasks; an administrator does not", async () => {
    const platform = await platformForTest();
    const ada = await createPerson(platform, "ada");
    await createPerson(platform, "bob");
    await addTask(platform, ada.id, "Read the handbook", "2099-01-02");

    const pages = await Promise.all(
      [{ as: asAda }, { as: asBob }, {}].map((options) =>
        visit(platform, "/people/ada", options),
      ),
    );

    expect(pages.map(({ text }) => text.includes("Read the handbook"))).toEqual(
      [true, false, false],
    );
    expect(pages.map(({ text }) => text.includes("Your tasks"))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("the organization chart", () => {
  test("the page links to the manager and the team, without people that the requester may not see", async () => {
    const platform = await platformForTest();
    const ada = await createBoss(platform);
    const ghost = await createPerson(platform, "ghost", {}, { visible: false });
    platform.admin.setManager(ghost.id, ada.id);

    const ofAda = await visit(platform, "/people/ada", { as: asBob });
    const ofBob = await visit(platform, "/people/bob", { as: asBob });

    expect(ofAda.text).toMatch(/<h2 id="team">.*href="\/people\/bob"/s);
    expect(ofAda.text).not.toContain("ghost");
    expect(ofAda.text).not.toContain("Reports to");
    expect(ofBob.text).toMatch(/<h2 id="reports-to">.*href="\/people\/ada"/s);
  });
});

describe("the status and the activity of a person", () => {
  test("the newest status stands above with its time, and the activity has only the earlier ones", async () => {
    let nowMs = Date.UTC(2026, 10, 20, 14, 5);
    const platform = await platformForTest({ nowMs: () => nowMs });
    const ada = await createPerson(platform, "ada");
    for (const status of ["First", "Second", "Third"]) {
      await setStatus(platform, ada, status);
      nowMs += 60_000;
    }

    const { text } = await visit(platform, "/people/ada");

    const [head = "", activity = ""] = text.split('<h2 id="activity">');
    expect(head).toMatch(
      /Third.*<time datetime="2026-11-20T14:07:00.000Z">20 November 2026 at 14:07 UTC<\/time>/s,
    );
    expect(activity).toMatch(/Second.*14:06 UTC.*First.*14:05 UTC/s);
    expect(activity).not.toContain("Third");
    expect(head).not.toMatch(/First|Second/);
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

/** Creates Ada and Bob. Bob reports to Ada. */
async function createBoss(platform: Platform) {
  const ada = await createPerson(platform, "ada");
  const bob = await createPerson(platform, "bob");
  platform.admin.setManager(bob.id, ada.id);
  return ada;
}

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
