import { describe, expect, test } from "vitest";
import {
  asAda,
  asService,
  basic,
  call,
  createPerson,
  objectOf,
  personBody,
  platformForTest,
} from "../../platform-for-test.ts";

describe("updating a person", () => {
  test("a platform that replaces removes absent optional fields and keeps ids, dates and names", async () => {
    const platform = await platformForTest({
      update: "replace",
      nowMs: () => 0,
    });
    const fields = { location: "London", tags: ["a"], status: "Here" };
    const svc = { profile: [{ value: "Analyst", svc_label: "Title" }] };
    const { id } = await createPerson(platform, "ada", fields, svc);
    const answer = await call(platform, "PUT", `/people/${id}`, {
      as: asAda,
      json: personBody("ada", { tags: ["b"] }, { username: undefined }),
    });
    expect(answer.json()).toMatchObject({
      id,
      tags: ["b"],
      svc: { username: "ada", enabled: true, visible: true },
      published: "1970-01-01T00:00:00.000+0000",
    });
    const person = answer.json();
    for (const field of ["location", "status", "svc.profile"]) {
      expect(person).not.toHaveProperty(field);
    }
    expect((await call(platform, "GET", "/people", { as: asAda })).status).toBe(
      200,
    );
  });

  test("read-only fields are ignored, on create and on update", async () => {
    const platform = await platformForTest({ nowMs: () => 0 });
    const readOnly = {
      id: "1",
      type: "robot",
      displayName: "Somebody else",
      followerCount: 99,
      followingCount: 99,
      photos: [{ value: "https://elsewhere.example/a.png" }],
      thumbnailUrl: "https://elsewhere.example/a.png",
      published: "2001-01-01T00:00:00.000+0000",
      updated: "2001-01-01T00:00:00.000+0000",
      resources: {},
    };
    const created = await createPerson(platform, "ada", readOnly);
    const updated = objectOf(
      await call(platform, "PUT", `/people/${created.id}`, {
        json: personBody("ada", readOnly),
      }),
    );
    expect(updated).toEqual(created);
    for (const [name, value] of Object.entries(readOnly)) {
      expect(created[name]).not.toEqual(value);
    }
  });

  test.each(["emails", "svc", "name"])(
    "an update without %s is answered 400",
    async (field) => {
      const platform = await platformForTest();
      const { id } = await createPerson(platform, "ada");
      const answer = await call(platform, "PUT", `/people/${id}`, {
        json: personBody("ada", { [field]: undefined, location: "Paris" }),
      });
      expect(answer.status).toBe(400);
      expect(platform.findPerson("ada")?.location).toBeUndefined();
    },
  );

  test("the option partialUpdates accepts a PUT with changed fields only", async () => {
    const platform = await platformForTest({ partialUpdates: true });
    const { id } = await createPerson(platform, "ada", { location: "London" });
    for (const json of [
      { status: "Away" },
      { svc: { enabled: true } },
      { name: { givenName: "ada", familyName: "King" } },
      { emails: [{ value: "ada@king.example", svc_label: "Email" }] },
      {},
    ]) {
      const answer = await call(platform, "PUT", `/people/${id}`, { json });
      expect(answer.status).toBe(200);
    }
    expect(platform.activitiesOf(id)).toMatchObject([{ status: "Away" }]);
    expect(platform.findPerson("ada")).toMatchObject({
      name: { givenName: "ada", familyName: "King" },
      emails: [{ value: "ada@king.example" }],
      svc: { username: "ada", enabled: true },
      location: "London",
      status: "Away",
    });
    const json = { emails: [{ value: "ada", svc_label: "Email" }] };
    const wrong = await call(platform, "PUT", `/people/${id}`, { json });
    expect(wrong.status).toBe(400);
  });

  test("a partial update of a platform that replaces keeps absent required fields", async () => {
    const platform = await platformForTest({
      partialUpdates: true,
      update: "replace",
    });
    const { id } = await createPerson(platform, "ada", { location: "London" });
    const json = { tags: ["a"] };
    const answer = await call(platform, "PUT", `/people/${id}`, { json });
    expect(answer.json()).toMatchObject({
      name: { givenName: "ada", familyName: "Example" },
      emails: [{ value: "ada@community.example" }],
      svc: { username: "ada" },
      tags: ["a"],
    });
    expect(answer.json()).not.toHaveProperty("location");
  });

  test("name.formatted is always present, and follows a change of the other names unless it was set", async () => {
    const platform = await platformForTest();
    const created = await createPerson(platform, "ada");
    expect(created["name"]).toEqual({
      givenName: "ada",
      familyName: "Example",
      formatted: "ada Example",
    });
    const rename = async (name: Record<string, unknown>) => {
      const json = personBody("ada", { name });
      const path = `/people/${created.id}`;
      return objectOf(await call(platform, "PUT", path, { json }));
    };
    const shown = created["name"] as Record<string, unknown>;
    const renamed = { ...shown, familyName: "King" };
    expect(await rename(renamed)).toMatchObject({
      name: { formatted: "ada King" },
      displayName: "ada King",
    });
    expect(
      await rename({ ...renamed, formatted: "The Countess" }),
    ).toMatchObject({
      name: { formatted: "The Countess" },
      displayName: "The Countess",
    });
  });

  test.each(["merge", "replace"] as const)(
    "only an administrator writes level, external and federated (%s)",
    async (update) => {
      const platform = await platformForTest({ update });
      const { id } = await createPerson(platform, "ada");
      const flags = {
        level: { name: "Expert", points: 500 },
        external: true,
        federated: true,
      };
      const put = async (as: string, svc: Record<string, unknown>) => {
        const json = personBody("ada", {}, svc);
        const answer = await call(platform, "PUT", `/people/${id}`, {
          as,
          json,
        });
        return objectOf(answer)["svc"];
      };
      const before = await put(asAda, flags);
      expect(before).toMatchObject({ external: false, federated: false });
      expect(before).not.toHaveProperty("level");
      expect(await put(asService, flags)).toMatchObject(flags);
      const own = { level: { name: "Novice", points: 0 }, external: false };
      expect(await put(asAda, own)).toMatchObject(flags);
    },
  );

  test("every status that is set is published, even the same one again, and other updates are not", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    for (const status of ["Away", "Away", undefined, "Back"]) {
      await call(platform, "PUT", `/people/${id}`, {
        json: personBody("ada", { status }),
      });
    }
    expect(platform.activitiesOf(id).map(({ status }) => status)).toEqual([
      "Away",
      "Away",
      "Back",
    ]);
    expect(platform.findPerson("ada")?.status).toBe("Back");
  });

  test("the password is for creation only", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await call(platform, "PUT", `/people/${id}`, {
      json: personBody("ada", {}, { password: "new" }),
    });
    const statusAs = async (as: string) =>
      (await call(platform, "GET", "/people", { as })).status;
    expect(await statusAs(asAda)).toBe(200);
    expect(await statusAs(basic("ada", "new"))).toBe(401);
  });

  test("a disabled person cannot sign in until it is enabled again", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const statusWhen = async (enabled: boolean) => {
      await call(platform, "PUT", `/people/${id}`, {
        json: personBody("ada", {}, { enabled }),
      });
      return (await call(platform, "GET", `/people/${id}`, { as: asAda }))
        .status;
    };
    expect(await statusWhen(false)).toBe(401);
    expect(await statusWhen(true)).toBe(200);
  });
});
