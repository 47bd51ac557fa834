import {
  afterAll,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
} from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../infra/local/platform/start-platform.ts";
import type { Client } from "../../../shared/community/client.ts";
import type { PersonChange } from "../../../shared/person/person-patch.ts";
import type { Employee } from "../../../shared/store/employee.ts";
import { hashEmail } from "../../../shared/person/email-hash.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { clientFor } from "../../fixtures/community-client.ts";
import { avatarOf } from "../../fixtures/hire.ts";
import { startMs, useStore } from "../store/store-for-test.ts";
import {
  addEmployee,
  type ApplyOptions,
  applyOnce,
  keyring,
  startChange,
} from "./change-for-test.ts";

const store = useStore();
const put = { method: "PUT", path: "/people/{personID}" } as const;
let platform: Platform;
let client: Client;
let lastOperation = "";

beforeAll(async () => {
  platform = await startPlatform({
    serviceAccount: { username: "service", password: "service-password" },
  });
  client = clientFor(platform);
});
afterAll(() => platform.close());
beforeEach(() => platform.faults.clear());

const hired = (fields?: Parameters<typeof addEmployee>[2]) =>
  addEmployee(platform, store(), fields);

async function apply(
  employeeId: string,
  change: PersonChange,
  options: ApplyOptions = {},
) {
  const operation = await startChange(store(), employeeId, options);
  lastOperation = operation.id;
  return applyOnce(store(), client, operation, change, options);
}

const personOf = (personID: string) => client.people.get(personID);
const employeeOf = async (employeeId: string) =>
  (await store().employees.get(employeeId)) as Employee;
const writes = () =>
  platform.journal.filter(({ method, applied }) => method === "PUT" && applied)
    .length;

test("a change writes what differs, once, and names it by pointers", async () => {
  const { employeeId, personID } = await hired({ status: "Here" });
  const before = writes();
  const change = { title: "Boss", name: { familyName: "Berg" }, phones: null };
  const applied = await apply(employeeId, change);
  expect(applied).toMatchObject({
    personID,
    changed: ["/name/familyName", "/name/formatted", "/title"],
    warnings: [],
    steps: ["apply change"],
  });
  expect(await personOf(personID)).toMatchObject({
    name: { givenName: "Zoe", familyName: "Berg", formatted: "Zoe Berg" },
    status: "Here",
    svc: { profile: [{ svc_label: "Title", value: "Boss" }] },
  });
  expect(await apply(employeeId, change)).toMatchObject({ changed: [] });
  expect(writes()).toBe(before + 1);
});

test("a change that nothing differs from still holds back an older one", async () => {
  const { employeeId, personID } = await hired({ location: "Bern" });
  await apply(employeeId, { location: "Bern" }, { atMs: startMs + 2 });
  const older = await apply(
    employeeId,
    { location: "Basel", title: "Boss" },
    { atMs: startMs + 1 },
  );
  expect(older).toMatchObject({
    changed: ["/title"],
    warnings: [{ about: "/location", reason: "newer-change" }],
  });
  expect((await personOf(personID)).location).toBe("Bern");
});

test("a change that holds from a later time goes before one that was sent later", async () => {
  const { employeeId, personID } = await hired();
  await apply(
    employeeId,
    { location: "Bern" },
    { atMs: startMs + 1, effectiveAtMs: startMs + 10 },
  );
  await apply(
    employeeId,
    { location: "Basel" },
    { atMs: startMs + 5, effectiveAtMs: startMs + 9 },
  );
  expect((await personOf(personID)).location).toBe("Bern");
});

test("only names and times of changed fields are stored with the employee", async () => {
  const { employeeId } = await hired();
  await apply(employeeId, {
    biography: "canary-biography",
    name: { givenName: "canary-name" },
    location: "canary-location",
    email: "canary-email@example.com",
  });
  const item = await store().item(`employee#${employeeId}`);
  expect(JSON.stringify(item)).not.toContain("canary");
  expect(item?.["fieldTimes"]).toHaveProperty("/biography", [startMs, startMs]);
});

test("a change of a disabled person keeps the person disabled", async () => {
  const { employeeId, personID } = await hired();
  await client.people.update(personID, (person) => ({
    ...person,
    svc: { ...person.svc, enabled: false, visible: false },
  }));
  await store().table.update(`employee#${employeeId}`, {
    set: { state: "suspended" },
    where: {},
  });
  await apply(employeeId, { title: "Boss" });
  expect((await personOf(personID)).svc).toMatchObject({
    enabled: false,
    visible: false,
    profile: [{ value: "Boss" }],
  });
});

test.each(["kept", "deleting", "left", "expected"])(
  "no change is applied to an employee in the state %s",
  async (state) => {
    const { employeeId } = await hired();
    await store().table.update(`employee#${employeeId}`, {
      set: { state },
      where: {},
    });
    const before = writes();
    await expect(apply(employeeId, { title: "Boss" })).rejects.toMatchObject({
      code: "left-since",
    });
    expect(writes()).toBe(before);
  },
);

test("a field of the person's own is set while it has no value, and then stays with a warning", async () => {
  const { employeeId, personID } = await hired({ tags: ["mine"] });
  const change = { tags: ["theirs"], biography: "First" };
  expect(await apply(employeeId, change)).toMatchObject({
    changed: ["/biography"],
    warnings: [{ about: "/tags", reason: "owned-by-person" }],
  });
  expect(await apply(employeeId, { biography: "Second" })).toMatchObject({
    changed: [],
    warnings: [{ about: "/biography", reason: "owned-by-person" }],
  });
  const { tags, svc } = await personOf(personID);
  expect(tags).toEqual(["mine"]);
  expect(svc?.profile).toMatchObject([{ value: "First" }]);
});

test("a rename leaves only the new names in our store when the platform shows them", async () => {
  const { employeeId, personID, username } = await hired();
  const change = { username: `${username}.new`, email: "new@example.com" };
  expect(await apply(employeeId, change)).toMatchObject({
    changed: ["/username", "/email"],
  });
  expect((await personOf(personID)).emails?.[0]?.value).toBe(change.email);
  const employee = await employeeOf(employeeId);
  expect(employee).toMatchObject({
    username: change.username,
    emailHash: hashEmail(keyring, change.email),
  });
  expect(employee).not.toHaveProperty("otherUsernames");
  expect(employee).not.toHaveProperty("otherEmailHashes");
});

test.each<["username" | "email", string][]>([
  [["username", "/username"]],
  [["email", "/email"]],
  [
    ["username", "/username"],
    ["email", "/email"],
  ],
])(
  "a rename that the platform ignores is a warning, and the rest of the change is done: %j",
  async (...renames) => {
    const ignoring = await startPlatform({
      serviceAccount: { username: "service", password: "service-password" },
      renames: false,
    });
    onTestFinished(() => ignoring.close());
    const { employeeId, personID, username, email } = await addEmployee(
      ignoring,
      store(),
    );
    const names = { username: `${username}.new`, email: `new.${email}` };
    const change = {
      ...Object.fromEntries(renames.map(([name]) => [name, names[name]])),
      title: "Boss",
    };
    const operation = await startChange(store(), employeeId);
    const service = clientFor(ignoring);
    expect(await applyOnce(store(), service, operation, change)).toMatchObject({
      changed: ["/title"],
      warnings: renames.map(([, about]) => ({
        about,
        reason: "rename-ignored",
      })),
    });
    expect(await service.people.get(personID)).toMatchObject({
      svc: { username },
      emails: [{ value: email }],
    });
  },
);

test("a new address is no ignored one beside other addresses of the person", async () => {
  const { employeeId, personID, email } = await hired();
  await client.people.update(personID, (person) => ({
    ...person,
    emails: [
      ...(person.emails ?? []),
      { value: "private@example.com", svc_label: "Private" },
    ],
  }));
  expect(await apply(employeeId, { email: `new.${email}` })).toMatchObject({
    changed: ["/email"],
    warnings: [],
  });
});

test("our store has the old and the new names before a rename is written", async () => {
  const { employeeId, username } = await hired();
  platform.faults.add({ kind: "status", status: 500, ...put });
  const renamed = `${username}.new`;
  await expect(
    apply(employeeId, { username: renamed, email: "lost@example.com" }),
  ).rejects.toMatchObject({ status: 500 });
  expect(await employeeOf(employeeId)).toMatchObject({
    username,
    otherUsernames: [renamed],
    otherEmailHashes: [hashEmail(keyring, "lost@example.com")],
  });
  platform.faults.clear();
  // The platform shows the old name, so the rename may still come.
  await apply(employeeId, { title: "Boss" });
  expect(await employeeOf(employeeId)).toMatchObject({
    username,
    otherUsernames: [renamed],
  });
});

test("a name that belongs to another person is refused, nothing is changed, and the new name is forgotten", async () => {
  const other = await hired();
  const { employeeId, personID, username } = await hired();
  const change = { username: other.username, title: "Boss" };
  const before = await personOf(personID);
  await expect(apply(employeeId, change)).rejects.toMatchObject({
    code: "username-or-email-taken",
  });
  expect(await personOf(personID)).toEqual(before);
  const employee = await employeeOf(employeeId);
  expect(employee.username).toBe(username);
  expect(employee).not.toHaveProperty("otherUsernames");
});

test("a person with other names is not changed", async () => {
  const { employeeId, personID } = await hired();
  await client.people.update(personID, (person) => ({
    ...person,
    svc: { ...person.svc, username: `stranger-of-${employeeId}` },
  }));
  const before = writes();
  await expect(apply(employeeId, { title: "Boss" })).rejects.toMatchObject({
    code: "person-differs",
  });
  expect(writes()).toBe(before);
});

test.each(["the.boss", "Service"])(
  "no person is renamed to the protected username %s",
  async (username) => {
    const { employeeId } = await hired();
    const before = writes();
    await expect(apply(employeeId, { username })).rejects.toMatchObject({
      code: "person-protected",
    });
    expect(writes()).toBe(before);
  },
);

test("a rename above its limit is not written, and neither is the rest of the change", async () => {
  const { employeeId, username, personID } = await hired();
  const asked: string[] = [];
  const beforeRename = async (id: string) => {
    asked.push(id);
    throw new Error("the limit is reached");
  };
  const before = writes();
  const change = { username: `${username}.new`, title: "Boss" };
  await expect(apply(employeeId, change, { beforeRename })).rejects.toThrow(
    "the limit is reached",
  );
  expect(asked).toEqual([personID]);
  expect(writes()).toBe(before);
  expect(await employeeOf(employeeId)).not.toHaveProperty("otherUsernames");
  await apply(employeeId, { username, title: "Boss" }, { beforeRename });
  expect(asked).toHaveLength(1);
});

test("identities are linked in place of others of the kind, and null unlinks them", async () => {
  const { employeeId } = await hired();
  const { identities } = store();
  const link = (slack: string | null) =>
    apply(employeeId, { identities: { slack } });
  expect((await link(`T1:${employeeId}`)).changed).toEqual([
    "/identities/slack",
  ]);
  expect((await link(`T1:${employeeId}`)).changed).toEqual([]);
  await link(`T2:${employeeId}`);
  expect(await identities.find("slack", `T1:${employeeId}`)).toBeUndefined();
  expect(await identities.find("slack", `T2:${employeeId}`)).toBe(employeeId);
  expect((await employeeOf(employeeId)).identities).toEqual([
    { kind: "slack", id: `T2:${employeeId}` },
  ]);
  expect((await link(null)).changed).toEqual(["/identities/slack"]);
  expect(await identities.find("slack", `T2:${employeeId}`)).toBeUndefined();
  expect((await employeeOf(employeeId)).identities).toEqual([]);
});

test("null for all identities unlinks each kind, and an older identity is not linked after it", async () => {
  const { employeeId } = await hired();
  const { identities } = store();
  await apply(employeeId, { identities: { slack: "T1:all", teams: "all" } });
  const cleared = await apply(
    employeeId,
    { identities: null },
    { atMs: startMs + 2 },
  );
  expect(cleared.changed).toEqual(["/identities/slack", "/identities/teams"]);
  const older = await apply(
    employeeId,
    { identities: { mattermost: "all" } },
    { atMs: startMs + 1 },
  );
  expect(older.changed).toEqual([]);
  expect(await identities.find("slack", "T1:all")).toBeUndefined();
  expect(await identities.find("mattermost", "all")).toBeUndefined();
});

test("an identity in other upper or lower case is the same one", async () => {
  const { employeeId } = await hired();
  const guid = "AAAAAAAA-1111-2222-3333-444444444444";
  await apply(employeeId, { identities: { teams: guid } });
  const teams = guid.toLowerCase();
  const again = await apply(employeeId, { identities: { teams } });
  expect(again.changed).toEqual([]);
  expect(await store().identities.find("teams", guid)).toBe(employeeId);
});

test("an identity of another employee stays there, with a warning, and the earlier one of the kind stays too", async () => {
  const other = await hired();
  const { employeeId } = await hired();
  await apply(other.employeeId, { identities: { slack: "T1:theirs" } });
  await apply(employeeId, { identities: { slack: "T1:mine" } });
  const refused = await apply(employeeId, {
    identities: { slack: "T1:theirs" },
    title: "Boss",
  });
  expect(refused).toMatchObject({
    changed: ["/title"],
    warnings: [{ about: "/identities/slack", reason: "belongs-to-another" }],
  });
  const { identities } = store();
  expect(await identities.find("slack", "T1:theirs")).toBe(other.employeeId);
  expect(await identities.find("slack", "T1:mine")).toBe(employeeId);
  expect((await employeeOf(employeeId)).identities).toEqual([
    { kind: "slack", id: "T1:mine" },
  ]);
});

const image = { bytes: avatarOf(2_000), contentType: "image/png" as const };
const withAvatar = {
  change: { avatar: { url: "https://images.example.com/zoe.png" } },
  options: {
    readAvatar: async () => ({ ...image, filename: "zoe.png" }) as never,
  },
};

test("an avatar is attached to a person who has none, and then belongs to the person", async () => {
  const { employeeId, personID } = await hired();
  const { change, options } = withAvatar;
  expect(await apply(employeeId, change, options)).toMatchObject({
    changed: ["/avatar"],
    warnings: [],
    steps: ["apply change", "upload avatar", "attach avatar"],
  });
  expect(await apply(employeeId, change, options)).toMatchObject({
    changed: [],
    warnings: [{ about: "/avatar", reason: "owned-by-person" }],
  });
  expect(platform.imagesOf(personID)).toHaveLength(1);
});

test("an avatar that does not belong to the person is replaced, and cannot be removed", async () => {
  const { employeeId, personID } = await hired();
  const { change } = withAvatar;
  const options = { ...withAvatar.options, personOwns: [] };
  for (let images = 1; images <= 2; images++) {
    const { changed } = await apply(employeeId, change, options);
    expect(changed).toEqual(["/avatar"]);
    expect(platform.imagesOf(personID)).toHaveLength(images);
  }
  const cleared = await apply(employeeId, { avatar: null }, options);
  expect(cleared).toMatchObject({
    changed: [],
    warnings: [{ about: "/avatar", reason: "not-supported-by-platform" }],
  });
});

test("a hire that is repeated gives no second avatar and no warning", async () => {
  const { employeeId, personID } = await hired();
  const { change } = withAvatar;
  const options = { ...withAvatar.options, personOwns: [], keepsAvatar: true };
  await apply(employeeId, change, options);
  const again = await apply(employeeId, change, options);
  expect(again).toMatchObject({ changed: [], warnings: [] });
  expect(platform.imagesOf(personID)).toHaveLength(1);
});

test("an avatar that fails is a warning, and the rest of the change is done", async () => {
  const { employeeId } = await hired();
  platform.faults.add({
    kind: "status",
    status: 403,
    path: "/profileImages/temporary",
  });
  const { change, options } = withAvatar;
  const applied = await apply(
    employeeId,
    { ...change, title: "Boss" },
    options,
  );
  expect(applied).toMatchObject({
    changed: ["/title"],
    warnings: [{ about: "/avatar", reason: "platform-refused-403" }],
  });
});

test("the operation names the fields before they are written, and not after the platform has refused them", async () => {
  const { employeeId } = await hired();
  const resultOf = async (id: string): Promise<Operation["result"]> =>
    (await store().operations.get(id))?.result;
  const { id, personID } = await apply(employeeId, { title: "Boss" });
  expect(await resultOf(id)).toEqual({
    personID,
    refs: {},
    changed: ["/title"],
  });
  platform.faults.add({ kind: "status", status: 403, ...put });
  await expect(apply(employeeId, { title: "CEO" })).rejects.toMatchObject({
    status: 403,
  });
  expect((await resultOf(lastOperation))?.changed).toEqual([]);
});

test.each([
  ["that the platform refuses", "PUT", 400],
  ["that may not be written", "PUT", 403],
  ["whose person may not be read", "GET", 403],
  ["whose person cannot be read", "GET", 503],
] as const)(
  "a change %s gives the times of its fields back, so that an older change counts",
  async (_, method, status) => {
    const { employeeId } = await hired();
    await apply(employeeId, { title: "First" }, { atMs: startMs + 1 });
    const { fieldTimes } = await employeeOf(employeeId);
    platform.faults.add({ ...put, kind: "status", method, status });
    const change = { title: "Boss", location: "Bern" };
    await expect(
      apply(employeeId, change, { atMs: startMs + 3 }),
    ).rejects.toMatchObject({ status });
    platform.faults.clear();
    expect((await employeeOf(employeeId)).fieldTimes).toEqual(fieldTimes);
    const atMs = startMs + 2;
    const older = await apply(employeeId, { title: "Lead" }, { atMs });
    expect(older).toMatchObject({ changed: ["/title"], warnings: [] });
  },
);

test("a change whose write got no answer keeps the times of its fields, so that no older change undoes it", async () => {
  const { employeeId } = await hired();
  platform.faults.add({ kind: "status", status: 500, ...put });
  const newer = { atMs: startMs + 3 };
  await expect(
    apply(employeeId, { title: "Boss" }, newer),
  ).rejects.toMatchObject({ status: 500 });
  platform.faults.clear();
  expect((await employeeOf(employeeId)).fieldTimes).toMatchObject({
    "/title": [startMs + 3, startMs + 3],
  });
});
