import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asService,
  call,
  createPerson,
  objectOf,
  pageOf,
  personBody,
  platformForTest,
} from "../../platform-for-test.ts";
import { rows } from "../../../../fixtures/rows.ts";

describe("creating a person", () => {
  test("the password signs the person in and is never returned", async () => {
    const platform = await platformForTest();
    const created = await call(platform, "POST", "/people", {
      json: personBody("ada"),
    });
    const read = await call(platform, "GET", "/people", { as: asAda });
    expect(read.status).toBe(200);
    for (const text of [
      created.text,
      read.text,
      JSON.stringify(platform.people()),
    ]) {
      expect(text).not.toContain("password");
    }
  });

  test.each(rows<[string, unknown]>`
    svc.username | ${personBody("ADA", { emails: [{ value: "x@y", svc_label: "Email" }] })}
    emails[0].value | ${personBody("bob", { emails: [{ value: "Ada@Community.Example", svc_label: "Email" }] })}
  `)(
    "a taken %s is answered 409, compared without case",
    async (field, json) => {
      const platform = await platformForTest();
      await createPerson(platform, "ada");
      const answer = await call(platform, "POST", "/people", { json });
      expect(answer.status).toBe(409);
      expect(answer.json()).toMatchObject({
        error: { status: 409, message: expect.stringContaining(field) },
      });
      expect(platform.people()).toHaveLength(2);
    },
  );

  test.each(rows<[string, Record<string, unknown>]>`
    emails | ${{ emails: undefined }}
    emails | ${{ emails: [] }}
    emails[0].value | ${{ emails: [{ value: "nobody", svc_label: "Email" }] }}
    emails[0].svc_label | ${{ emails: [{ value: "a@b" }] }}
    name | ${{ name: undefined }}
    name.familyName | ${{ name: { givenName: "Ada" } }}
    svc | ${{ svc: undefined }}
    svc.password | ${{ svc: { username: "ada" } }}
    svc.username | ${{ svc: { username: "a b", password: "x" } }}
    svc.username | ${{ svc: { username: "a:b", password: "x" } }}
    svc.visible | ${{ svc: { username: "ada", password: "x", visible: "yes" } }}
    svc.profile[0].value | ${{ svc: { username: "ada", password: "x", profile: [{ value: 7, svc_label: "Title" }] } }}
    tags[1] | ${{ tags: ["a", 2] }}
    status | ${{ status: null }}
    location | ${{ location: {} }}
    addresses[0].value | ${{ addresses: [{ value: "Street 1", svc_label: "Address" }] }}
    phoneNumbers | ${{ phoneNumbers: "+44" }}
  `)(
    "an invalid %s is answered 400 with its name and without its value",
    async (field, fields) => {
      const platform = await platformForTest();
      const answer = await call(platform, "POST", "/people", {
        json: personBody("ada", fields),
      });
      expect(answer.status).toBe(400);
      expect(answer.json()).toEqual({
        error: {
          status: 400,
          message: expect.stringMatching(
            `^${field.replaceAll(/[[\]]/g, "\\$&")}: `,
          ),
        },
      });
      expect(answer.text).not.toContain("nobody");
      expect(platform.people()).toHaveLength(1);
    },
  );
});

describe("reading people", () => {
  test("every person reads a visible person, and only itself and administrators see published", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await createPerson(platform, "bob");
    const asOther = await call(platform, "GET", `/people/${id}`, { as: asBob });
    expect(asOther.status).toBe(200);
    expect(asOther.json()).toHaveProperty("emails");
    expect(asOther.json()).not.toHaveProperty("published");
    const asSelf = await call(platform, "GET", `/people/${id}`, { as: asAda });
    expect(asSelf.json()).toHaveProperty("published");
  });

  test("only itself and administrators find a person that is not visible", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada", {}, { visible: false });
    await createPerson(platform, "bob");
    const statusAs = async (as: string) =>
      (await call(platform, "GET", `/people/${id}`, { as })).status;
    expect(await statusAs(asAda)).toBe(200);
    expect(await statusAs(asService)).toBe(200);
    expect(await statusAs(asBob)).toBe(404);
    const list = await call(platform, "GET", "/people", { as: asBob });
    expect(list.text).not.toContain("ada");
  });

  test("resources have absolute refs and the verbs that the requester may use", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await createPerson(platform, "bob");
    const self = `${platform.origin}/api/core/v3/people/${id}`;
    const resourcesAs = async (as: string) =>
      objectOf(await call(platform, "GET", `/people/${id}`, { as })).resources;

    expect(await resourcesAs(asAda)).toEqual({
      self: { ref: self, allowed: ["GET", "PUT"] },
      html: { ref: `${platform.origin}/people/ada`, allowed: ["GET"] },
      images: { ref: `${self}/images`, allowed: ["GET", "POST"] },
      tasks: { ref: `${self}/tasks`, allowed: ["GET", "POST"] },
      activity: { ref: `${self}/activities`, allowed: ["GET"] },
      colleagues: { ref: `${self}/@colleagues`, allowed: ["GET"] },
      followers: { ref: `${self}/@followers`, allowed: ["GET"] },
      following: { ref: `${self}/@following`, allowed: ["GET"] },
      followingIn: { ref: `${self}/followingIn`, allowed: ["GET"] },
      manager: { ref: `${self}/@manager`, allowed: ["GET"] },
      members: {
        ref: `${platform.origin}/api/core/v3/members/people/${id}`,
        allowed: ["GET"],
      },
      reports: { ref: `${self}/@reports`, allowed: ["GET"] },
      streams: { ref: `${self}/streams`, allowed: ["GET", "POST"] },
    });
    const forService = await resourcesAs(asService);
    expect(forService["self"]?.allowed).toEqual(["GET", "PUT", "DELETE"]);
    expect(forService["images"]?.allowed).toEqual(["GET", "POST"]);
    expect(forService).not.toHaveProperty("tasks");
    expect(forService).not.toHaveProperty("streams");
    const forBob = await resourcesAs(asBob);
    expect(forBob["self"]?.allowed).toEqual(["GET"]);
    expect(forBob["images"]?.allowed).toEqual(["GET"]);
  });

  test("a page beyond the end is empty, and a huge count is cut", async () => {
    const platform = await platformForTest();
    const page = pageOf(
      await call(platform, "GET", "/people?startIndex=500&count=100000"),
    );
    expect(page).toMatchObject({
      list: [],
      startIndex: 500,
      itemsPerPage: 100,
    });
  });
});
