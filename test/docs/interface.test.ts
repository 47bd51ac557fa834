import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bearerAuth } from "../../shared/community/authorizer.ts";
import { createClient } from "../../shared/community/client.ts";
import { captures } from "../fixtures/captures.ts";

// docs/interface.md claims to be complete, and each of its rows to name tests and methods that exist.

const root = join(import.meta.dirname, "../..");
const rows = readRows(readFileSync(join(root, "docs/interface.md"), "utf8"));

/** The names in the API document, section by section. */
const documented = {
  "§1": `/contents, /places, /people, /members, /activities, /actions/dms, /inbox`,
  "§2.1": `addresses, displayName, emails, followerCount, followingCount, id, svc, location, name, phoneNumbers, photos,
    published, resources, status, tags, thumbnailUrl, type, updated, formatted, familyName, givenName, value, svc_label,
    primary, streetAddress, locality, region, postalCode, country, level, points, profile, username, password, external,
    visible, enabled, externalContributor, federated`,
  "§2.2": `name, subject, dueDate, type, id, content, publishDate, resources`,
  "§2.3": `self, activity, avatar, blog, colleagues, followers, following, followingIn, html, images, manager, members,
    reports, streams, tasks, likes, read, attachments, messages`,
  "§2.4": `list, startIndex, itemsPerPage, links`,
  "§2.5": `yyyy-MM-dd'T'HH:mm:ss.SSSZ`,
  "§2.6": `throw`,
  "§3": `status`,
  "§4": `author, count, fields, place, search, startIndex, tag, type, POST /people, GET /people/{personID},
    PUT /people/{personID}, DELETE /people/{personID}, GET /people/{personID}/@reports,
    GET /people/{personID}/@manager, GET /people/{personID}/@colleagues, GET /people/{personID}/@followers,
    GET /people/{personID}/@following, GET /people/{personID}/followingIn, GET /people/{personID}/avatar,
    GET /people/{personID}/blog, GET /people/{personID}/activities, GET /people/{personID}/images,
    POST /people/{personID}/images, POST /profileImages/temporary, GET /people/{personID}/streams,
    POST /people/{personID}/streams, GET /people/{personID}/tasks, POST /people/{personID}/tasks,
    GET /members/people/{personID}, GET /contents, GET /announcements, POST {auth_url}/login`,
  "§5": `Basic, grant_type=password, grant_type=refresh_token`,
  "§9": `/api/core/v3, members, tasks`,
};

describe("docs/interface.md", () => {
  test.each(Object.entries(documented))(
    "has a row for everything that %s of the API document names",
    (section, names) => {
      const own = rows.filter((row) => row.section === section);
      const covered = new Set(own.flatMap(({ rule }) => codesIn(rule)));
      const missing = names.split(/,\s+/).filter((name) => !covered.has(name));
      expect(missing).toEqual([]);
    },
  );

  test("names a test in every row, and only tests that exist", () => {
    const faults = rows.flatMap(({ section, rule, tests }) => {
      const named = codesIn(tests);
      const wrong = named.filter((name) => !isTest(name));
      const fault = named.length === 0 ? ["has no test"] : [];
      return [...fault, ...wrong.map((name) => `there is no test ${name}`)].map(
        (problem) => `${section} ${rule}: ${problem}`,
      );
    });
    expect(faults).toEqual([]);
  });

  test("names only methods of the client and exports of shared/community", async () => {
    const parts = await partsOfTheClient();
    const faults = rows.flatMap(({ section, rule, client }) => {
      const named = codesIn(client);
      const wrong = named.filter((code) => walk(parts, code) === undefined);
      const silent = named.length === 0 && client !== "-";
      const fault = silent ? ['names neither a method nor "-"'] : [];
      return [...fault, ...wrong.map((code) => `there is no ${code}`)].map(
        (problem) => `${section} ${rule}: ${problem}`,
      );
    });
    expect(faults).toEqual([]);
  });
});

function readRows(markdown: string) {
  return markdown.split(/^## /m).flatMap((text) => {
    const section = /^§[\d.]+/.exec(text)?.[0];
    if (section === undefined) return [];
    const [, , ...lines] = text
      .split("\n")
      .filter((line) => line.startsWith("|"));
    return lines.map((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      const [, rule = "", client = "", , tests = "", ...rest] = cells;
      expect(rest, `${line} has four cells`).toEqual([""]);
      return { section, rule, client, tests };
    });
  });
}

const codesIn = (cell: string) => captures(cell, /`([^`]+)`/g);

/** Whether `file > describe > title` names a test. Titles with placeholders are compared as the source writes them. */
function isTest(name: string): boolean {
  const [file = "", ...titles] = name.split(" > ");
  const known = titlesIn(file);
  return titles.length > 0 && titles.every((title) => known.has(title));
}

/** The texts that are the first argument of a call in a test file. The titles are among them. */
function titlesIn(file: string): Set<string> {
  const path = join(root, "test", file);
  const source = existsSync(path) ? readFileSync(path, "utf8") : "";
  const literals = captures(source, /\(\s*"((?:[^"\\\n]|\\.)*)"/g);
  return new Set(literals.map((text) => text.replaceAll(/\\(.)/g, "$1")));
}

async function partsOfTheClient(): Promise<object> {
  const parts = {};
  for (const file of globSync(join(root, "shared/community/*.ts"))) {
    const exported: unknown = await import(file);
    Object.assign(parts, exported);
  }
  const client = createClient({
    baseUrl: "https://community.example",
    authorizer: bearerAuth("token"),
  });
  Object.assign(parts, client);
  return parts;
}

/** Follows `people.get`, `family("places").list` or `related(person, "html").url`; calls on the way send nothing. */
function walk(parts: object, code: string): unknown {
  let at: unknown = parts;
  for (const [, name = "", args] of code.matchAll(/(\w+)(?:\((.*?)\))?/g)) {
    const part: unknown = Reflect.get(Object(at), name);
    at = args === undefined ? part : call(part, args);
  }
  return at;
}

function call(part: unknown, args: string): unknown {
  if (typeof part !== "function") return undefined;
  const values = args.split(", ").filter(Boolean).map(valueOf);
  try {
    return Reflect.apply(part, undefined, values);
  } catch {
    return undefined; // There is no such family.
  }
}

/** A quoted word is itself, any other stands for an object of the platform. */
function valueOf(arg: string): unknown {
  return /^".*"$/.test(arg) ? arg.slice(1, -1) : { id: "1", resources: {} };
}
