import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../../infra/local/platform/start-platform.ts";
import { initialsOf } from "../../../../../infra/local/platform/pages/person-view.ts";
import {
  asAda,
  asBob,
  call,
  createPerson,
  personBody,
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
    expect(text).toContain('<p class="status">Counting</p>');
    expect(text).toContain("<li>engines</li>");
    expect(text).toContain('href="mailto:ada@community.example"');
    expect(text).toContain('href="tel:+463155501"');
    expect(text).toContain("Main Street 1\n411 09 Gothenburg\nSweden");
    expect(text).toContain("<dt>Hire Date</dt><dd>1833-06-05</dd>");
    expect(text).toContain("<dt>Biography</dt><dd>Notes on the engine.</dd>");
  });

  test("says what is not there, and leaves out what need not be there", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");

    const { text } = await visit(platform, "/people/ada", { as: asAda });

    expect(text).toContain("No activity yet.");
    expect(text).toContain("Nothing to do.");
    expect(text).not.toContain("About");
    expect(text).not.toContain("Tags");
    expect(text).not.toContain("undefined");
  });

  test("is found by a username with letters that an address must encode", async () => {
    const platform = await platformForTest();
    const person = await createPerson(platform, "zoë/100%?#&");

    const { status } = await call(
      platform,
      "GET",
      person.resources["html"]!.ref,
    );

    expect(status).toBe(200);
  });
});

describe("the face", () => {
  test("is the latest image, byte by byte", async () => {
    const platform = await platformForTest();
    const ada = await createPerson(platform, "ada");
    const image = await attachImage(platform, ada.id);

    const page = await visit(platform, "/people/ada");
    const avatar = await visit(platform, "/people/ada/avatar");

    expect(page.text).toContain(
      '<img class="portrait large" src="/people/ada/avatar" alt="Portrait of ada Example"/>',
    );
    expect(avatar.headers.get("content-type")).toBe("image/png");
    expect(avatar.bytes.equals(image)).toBe(true);
  });

  test("is the initials of who has no image, which are not read aloud", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");

    const { text } = await visit(platform, "/people/ada");

    expect(text).toMatch(
      /<span class="portrait large hue-\d" aria-hidden="true">AE<\/span>/,
    );
  });

  test.each([
    ["Zoë Lindqvist", "ZL"],
    ["Anna Maria van der Berg", "AB"],
    ["zoe.lindqvist", "ZL"],
    ["Émile", "É"],
    ["e\u0301mile", "É"],
    ["李 伟", "李伟"],
    ["<b>", "B"],
    ["🙂", ""],
    ["", ""],
  ])("initials of %s are %s", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe("who sees what", () => {
  test("contact details that are hidden from the requester are not on the page", async () => {
    const platform = await platformForTest({
      hiddenFields: ["emails", "phoneNumbers", "addresses", "tags"],
    });
    await createPerson(platform, "ada", { ...contact, tags: ["engines"] });
    await createPerson(platform, "bob");

    const forBob = await visit(platform, "/people/ada", { as: asBob });
    const forAda = await visit(platform, "/people/ada", { as: asAda });

    expect(forBob.text).toContain("Nothing that you may see.");
    for (const secret of ["ada@", "555-01", "Main Street", "engines"]) {
      expect(forBob.text).not.toContain(secret);
      expect(forAda.text).toContain(secret);
    }
  });

  test("a name that is hidden from the requester is the username, everywhere on the page", async () => {
    const platform = await platformForTest({ hiddenFields: ["name"] });
    const name = { givenName: "Augusta", familyName: "Byron" };
    await createPerson(platform, "ada", { name });
    await createPerson(platform, "bob");

    const { text } = await visit(platform, "/people/ada", { as: asBob });

    expect(text).toContain("<h1>ada</h1>");
    expect(text).not.toMatch(/Augusta|Byron/);
  });

  test("tasks are for the person alone; not even an administrator sees them", async () => {
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

  test("an older version has no tasks, on the page neither", async () => {
    const platform = await platformForTest({ version: "3.0" });
    await createPerson(platform, "ada");

    const { status, text } = await visit(platform, "/people/ada", {
      as: asAda,
    });

    expect(status).toBe(200);
    expect(text).not.toContain("Your tasks");
  });

  test("who is not visible has a page for itself and administrators only", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada", {}, { visible: false });
    await createPerson(platform, "bob");

    const statusFor = async (options: { as?: string }) =>
      (await visit(platform, "/people/ada", options)).status;

    expect(await statusFor({ as: asAda })).toBe(200);
    expect(await statusFor({})).toBe(200);
    expect(await statusFor({ as: asBob })).toBe(404);
  });

  test("since when somebody is there is shown to itself and administrators only", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");
    await createPerson(platform, "bob");

    const forBob = await visit(platform, "/people/ada", { as: asBob });
    const forAda = await visit(platform, "/people/ada", { as: asAda });

    expect(forBob.text).not.toContain("Member since");
    expect(forAda.text).toContain("Member since");
  });

  test("a deactivated account is marked", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada", {}, { enabled: false });

    const { text } = await visit(platform, "/people/ada");

    expect(text).toContain('<span class="flag">Deactivated</span>');
  });

  test("a deleted person has no page any more", async () => {
    const platform = await platformForTest();
    const ada = await createPerson(platform, "ada");
    await call(platform, "DELETE", `/people/${ada.id}`);

    expect((await visit(platform, "/people/ada")).status).toBe(404);
  });
});

describe("the organization chart", () => {
  test("the page leads to the manager and to the team, as far as the requester may see them", async () => {
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

  test("an instance without it shows none of it", async () => {
    const platform = await platformForTest({ organizationChart: false });
    await createBoss(platform);

    const ofAda = await visit(platform, "/people/ada");
    const ofBob = await visit(platform, "/people/bob");

    expect(ofAda.text).not.toContain("Team");
    expect(ofBob.text).not.toContain("Reports to");
  });
});

describe("what happens shows", () => {
  test("each status that was set is in the activity stream, the latest first", async () => {
    let nowMs = Date.UTC(2026, 10, 20, 14, 5);
    const platform = await platformForTest({ nowMs: () => nowMs });
    const ada = await createPerson(platform, "ada");
    for (const status of ["First", "Second"]) {
      const json = { ...personBody("ada"), status };
      await call(platform, "PUT", `/people/${ada.id}`, { json });
      nowMs += 60_000;
    }

    const { text } = await visit(platform, "/people/ada");

    expect(text).toMatch(/Second.*14:06 UTC.*First.*14:05 UTC/s);
    expect(text).toContain(
      '<time datetime="2026-11-20T14:06:00.000Z">20 November 2026 at 14:06 UTC</time>',
    );
  });

  test("an entry that is HTML is shown as its words", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");
    const json = {
      content: { type: "text/html", text: "<b>Hello</b> <i>you</i>" },
    };
    await call(platform, "POST", "/activities", { as: asAda, json });

    const { text } = await visit(platform, "/people/ada");

    expect(text).toMatch(/<p>Hello\s+you<\/p>/);
  });

  test("an entry of 1 MB that never closes a tag is no hang", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");
    const json = { content: { type: "text/html", text: "<".repeat(900_000) } };
    await call(platform, "POST", "/activities", { as: asAda, json });

    const startedMs = performance.now();
    expect((await visit(platform, "/people/ada")).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  test("what is no status says what was done", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");
    const content = { type: "text/plain", text: "Engines: notes" };
    const json = { verb: "posted", content };
    await call(platform, "POST", "/activities", { as: asAda, json });

    const { text } = await visit(platform, "/people/ada");

    expect(text).toMatch(/Engines: notes.*<span class="verb">posted<\/span>/s);
  });

  test("tasks stand by due date, and those that are overdue say so", async () => {
    const nowMs = () => Date.UTC(2026, 10, 20);
    const platform = await platformForTest({ nowMs });
    const ada = await createPerson(platform, "ada");
    await addTask(platform, ada.id, "Later", "2026-12-01");
    await addTask(platform, ada.id, "Sooner", "2026-11-12");

    const { text } = await visit(platform, "/people/ada", { as: asAda });

    expect(text).toMatch(
      /Sooner.*Overdue since .*12 November 2026.*Later.*Due .*1 December 2026/s,
    );
  });
});

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`;

test("nothing that people write becomes markup", async () => {
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
  expect(text).toMatch(/<p class="status">&quot;&gt;&lt;script.*Your tasks/s);
});

/** Ada, to whom Bob reports. */
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

async function attachImage(
  platform: Platform,
  personID: string,
): Promise<Buffer> {
  const image = await readFile("infra/local/sample/zoe.png");
  const body = new FormData();
  body.append("file", new File([image], "face.png"));
  const temporary = await call(platform, "POST", "/profileImages/temporary", {
    body,
  });
  const imageURI = temporary.headers.get("location") ?? "";
  const form = { imageURI };
  await call(platform, "POST", `/people/${personID}/images`, { form });
  return image;
}
