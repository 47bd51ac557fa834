import { beforeEach, describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import {
  enterpriseUrn,
  entraUser,
  expectError,
  off,
  patchOp,
  scimClient,
  usersWhere,
} from "./scim-client.ts";
import {
  expectStory,
  operationsOf,
  storiesOf,
  storyCallers,
  tokenOf,
} from "./user-stories.ts";

const environment = useInProcess({
  protectedUsernames: ["keeper"],
  callers: storyCallers,
});
const limited = useInProcess({ disableLimit: { percent: 0, min: 0, max: 0 } });
const send = scimClient(() => environment().apps.scim);
const sendAsOkta = scimClient(() => environment().apps.scim, {
  caller: "okta",
  token: tokenOf("okta"),
});

// Parts of the stories below.
const takenAddressOf = (user: string) =>
  `the address has an owner, POST active=false ${user}, on: 409 uniqueness`;
const takenAddress = takenAddressOf("email=owner");
const refused = "POST userName=short: 409 uniqueness, not found, that person";

const operationUrn =
  "urn:community-automation:scim:schemas:extension:2.0:Operation";

let count = 0;
let name = "";
beforeEach(() => {
  name = `ada${++count}`;
});

const create = (more: Record<string, unknown> = {}, as = send) =>
  as("POST", "/Users", entraUser(name, more));
const patch = (id: string, ...operations: unknown[]) =>
  send("PATCH", `/Users/${id}`, patchOp(...operations));
const personNamed = (username: string) =>
  environment()
    .platform.people()
    .find(({ svc }) => svc.username === username);
const person = () => personNamed(`${name}@example.com`);
const titleOf = (one: ReturnType<typeof person>) =>
  one?.svc.profile?.find(({ svc_label }) => svc_label === "Title")?.value;
const operations = (employeeId: string) =>
  operationsOf(environment(), employeeId);

describe("a user who is created", () => {
  test("exists on the platform when the answer comes", async () => {
    const answer = await create();
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...entraUser(name),
        schemas: expect.any(Array),
        id: expect.any(String),
        [operationUrn]: { status: "succeeded" },
        meta: { resourceType: "User" },
      },
    });
    expect(answer.headers.get("location")).toBe(answer.body.meta.location);
    expect(person()).toMatchObject({
      svc: { enabled: true },
      name: { formatted: `${name} Byron`, givenName: name },
      emails: [{ value: `${name}@example.com` }],
    });
    expect(titleOf(person())).toBe("Engineer");
  });

  test.each([
    ["as it is", ""],
    ["with a space at its end", " "],
    ["with a decomposed letter", "a\u0308"],
  ])("is the only user of its employee number: %s", async (_, end) => {
    const employeeId = `E-${name}${end}`.trim().normalize("NFC");
    const withNumber = (number: string) => ({
      [enterpriseUrn]: { employeeNumber: number },
    });
    const { body } = await create(withNumber(`E-${name}${end}`));
    expect(await operations(employeeId)).toBe("hired");
    const other = entraUser(`other-${name}`, withNumber(employeeId));
    expectError(await send("POST", "/Users", other), 409, "uniqueness");
    // The user goes with the person, so it is found by the number.
    await environment().say("terminated", employeeId);
    await environment().runUntilIdle();
    expectError(await send("GET", `/Users/${body.id}`), 404);
  });

  test("has its own id as the employee id if the entry says so", async () => {
    const { body } = await create(
      { [enterpriseUrn]: { employeeNumber: `E-${name}` } },
      sendAsOkta,
    );
    expect(await operations(`E-${name}`)).toBe("");
    expect(await operations(body.id)).toBe("hired");
  });

  test.each(["userName", "externalId", "emails"])(
    "is the only user of the caller with the %s",
    async (attribute) => {
      await create();
      // A userName is the same in any case.
      const user: Record<string, unknown> = entraUser(name, {
        userName: `${name.toUpperCase()}@EXAMPLE.COM`,
      });
      const other = entraUser(`other-${name}`, {
        [attribute]: user[attribute],
      });
      expectError(await send("POST", "/Users", other), 409, "uniqueness");
    },
  );

  test("takes one id if three requests create it at once", async () => {
    const answers = await Promise.all([create(), create(), create()]);
    const ids = new Set(
      answers.flatMap(({ status, body }) => (status === 201 ? body.id : [])),
    );
    expect(ids.size).toBe(1);
    expect(answers.map(({ status }) => status)).toContain(201);
    expect(await operations([...ids].join())).toBe("hired");
  });

  test.each([
    ["userName", { userName: undefined }],
    // A userName that is an address would be enough.
    ["emails", { emails: [], userName: "nobody" }],
    ["name", { name: {}, displayName: "" }],
    // Longer than the platform takes it.
    ["title", { title: "x".repeat(300) }],
  ])(
    "is refused for a missing or wrong %s, and its names stay free",
    async (wrong, more) => {
      const answer = await create(more);
      expectError(answer, 400, "invalidValue");
      expect(answer.body.detail).toContain(wrong);
      expect((await create()).status).toBe(201);
    },
  );
});

test("a person who is on the platform already is not taken over if they are protected", async () => {
  await environment().addPerson("keeper");
  const user = entraUser("keeper", { userName: "keeper" });
  expectError(await send("POST", "/Users", user), 409, "uniqueness");
  expect(personNamed("keeper")).toMatchObject({ name: { givenName: "Was" } });
});

describe("a change", () => {
  test("is on the platform when the answer comes", async () => {
    const { body } = await create();
    const answer = await patch(
      body.id,
      { op: "Replace", path: "title", value: "Lead" },
      { op: "Add", path: `${enterpriseUrn}:department`, value: "Engines" },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { title: "Lead", [enterpriseUrn]: { department: "Engines" } },
    });
    expect(titleOf(person())).toBe("Lead");
    const { body: read } = await send("GET", `/Users/${body.id}`);
    expect(read).toEqual(answer.body);
  });

  test("makes one event if Entra repeats it in each cycle with all targets of its mapping", async () => {
    const { body } = await create();
    const cycle = () =>
      patch(
        body.id,
        ...Object.entries({
          active: true,
          displayName: "Person (Engines)",
          title: "",
          'emails[type eq "other"].value': `${name}@other.example.com`,
          preferredLanguage: "de-CH",
          'addresses[type eq "work"].streetAddress': "Main Street 1",
          'addresses[type eq "other"].formatted': "Building 7",
          'phoneNumbers[type eq "work"].value': "+41 1 1",
          'phoneNumbers[type eq "fax"].value': "+41 2 1",
          [`${enterpriseUrn}:department`]: "Engines",
          'roles[type eq "first"].value': "Admin",
          [`${enterpriseUrn}:manager`]: "2c2f5b1e",
        }).map(([path, value]) => ({ op: "Add", path, value })),
      );
    for (let round = 1; round <= 3; round++)
      expect((await cycle()).status).toBe(200);
    expect(await operations(body.id)).toBe("hired and changed");
    expect(person()).toMatchObject({
      name: { formatted: "Person (Engines)" },
      location: "Building 7",
      phoneNumbers: [{ value: "+41 1 1" }],
    });
  });

  test("is kept and makes no event if the platform lacks the attribute", async () => {
    const { body } = await create();
    const { body: changed } = await patch(
      body.id,
      { op: "Add", path: "externalId", value: `new-${name}` },
      { op: "Add", path: 'emails[type eq "other"].value', value: "o@p.q" },
    );
    expect(changed).toMatchObject({ externalId: `new-${name}` });
    expect(changed.emails).toHaveLength(2);
    expect(await operations(body.id)).toBe("hired");
  });

  test("gives the user a new name, and the old name leads to no user", async () => {
    const { body } = await create();
    const userName = `new-${name}@example.com`;
    await patch(body.id, { op: "Replace", path: "userName", value: userName });
    const find = async (wanted: string) => {
      const { body } = await send("GET", usersWhere(`userName eq "${wanted}"`));
      return body.totalResults;
    };
    expect(await find(userName)).toBe(1);
    expect(await find(`${name}@example.com`)).toBe(0);
    expect(personNamed(userName)).toBeDefined();
    const again = await create({ emails: [{ value: `x${name}@example.com` }] });
    // The user has kept its externalId.
    expectError(again, 409, "uniqueness");
  });

  test("is answered 409 if the platform refuses it, and only the end of the access stays", async () => {
    await environment().addPerson(`taken-${name}`);
    const { body } = await create();
    const rename = [
      { op: "Replace", path: "userName", value: `taken-${name}` },
      off,
      { op: "Replace", path: "title", value: "Lead" },
    ];
    expectError(await patch(body.id, ...rename), 409, "uniqueness");
    const { body: read } = await send("GET", `/Users/${body.id}`);
    expect(read).toMatchObject({
      userName: `${name}@example.com`,
      title: "Engineer",
      active: false,
    });
    await environment().idle();
    expect(person()).toMatchObject({ svc: { enabled: false } });
  });

  test("is kept with all other changes of the same moment", async () => {
    const { body } = await create();
    const changes = [
      ["title", "Lead"],
      ["nickName", "Countess"],
      ["locale", "en-GB"],
    ];
    const answers = await Promise.all(
      changes.map(([path, value]) =>
        patch(body.id, { op: "Replace", path, value }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await send("GET", `/Users/${body.id}`)).body).toMatchObject(
      Object.fromEntries(changes),
    );
  });
});

describe("access", () => {
  test.each([
    { op: "remove", path: "active" },
    { op: "replace", path: "active", value: null },
    { op: "replace", path: "active", value: "" },
    { op: "replace", value: { active: null } },
  ])("does not return with %j", async (operation) => {
    const { body } = await create();
    await patch(body.id, off);
    expect((await patch(body.id, operation)).body.active).toBe(false);
    expect(person()?.svc.enabled).toBe(false);
  });

  test("is shown as ended, and its end as held, if a limit keeps it from ending", async () => {
    const sendThere = scimClient(() => limited().apps.scim);
    const { body } = await sendThere("POST", "/Users", entraUser("held"));
    const ended = await sendThere("PATCH", `/Users/${body.id}`, patchOp(off));
    expect(ended).toMatchObject({
      status: 200,
      body: {
        active: false,
        [operationUrn]: {
          status: "needs_attention",
          reason: "disable-limit",
          held: true,
        },
      },
    });
  });
});

test("a user who is deleted leaves nothing of the provider's words when the person is gone", async () => {
  await create({ nickName: "canary", title: "canary" });
  const { body } = await send("GET", usersWhere('nickName eq "canary"'));
  await send("DELETE", `/Users/${body.Resources[0]?.id}`);
  await environment().runUntilIdle();
  const items = await environment().storedItems();
  expect(JSON.stringify(items)).not.toContain("canary");
  const [{ id, userName } = body] = body.Resources;
  expect(items.filter((one) => one["id"] === `scim-user#entra#${id}`)).toEqual(
    [],
  );
  expect(JSON.stringify(items)).not.toContain(userName);
});

test.each(
  storiesOf(`
  is not created before the user is active | POST active=false, inactive, said nothing, PATCH title=Lead, said nothing, on, said hired, shows Lead
  whom HR hired before the provider is on the platform as the provider says | HR hires, POST number=E, said hired and hired and changed, shows Engineer
  who is on the platform already is adopted, and gets what the provider says | the short name has a person, POST userName=short, that person, shows Engineer, said hired and adopted and changed
  who is on the platform with another address is not taken over | the short name has a person, POST userName=short email=else: 409 uniqueness, not found, that person, POST userName=short email=else: 409 uniqueness
  who is another employee's person is not taken over | HR hires, POST: 409 uniqueness, not found, enabled
  who is not changed has no other event | POST, PATCH title=Engineer, PUT, said hired
  loses what the whole does not name, and keeps the access | POST, PUT active= title=, active, enabled, hides Engineer
  ends with active false, and returns with active true | POST, off, inactive, disabled, on, active, enabled, said hired and suspended and resumed
  who is not active returns with a POST, and the id stays | POST, off, POST title=Lead, of one id, enabled, shows Lead
  who is not active is not another employee with the same userName | POST number=E, off, POST number=N: 409 uniqueness, disabled, nothing of N, PATCH number=M, POST number=M, of one id, enabled
  who is not active and has no number returns with one, and not with another | POST, off, POST number=E, of one id, off, POST number=N: 409 uniqueness
  whom HR suspended is not given back by a sync that changes nothing | POST, HR suspends, PUT, disabled
  who is deleted is gone for the provider, and the person follows | POST, DELETE, GET: 404, DELETE: 404, PATCH: 404, settled, gone
  whom HR has terminated is gone for the provider too | POST, HR terminates, settled, GET: 404, gone, not found
  whose address is taken stays as it was, and is hired with a right one | ${takenAddress}, inactive, PUT active=false, gone, PUT, enabled
  whose address is taken, with a number, is hired with a right one | ${takenAddressOf("email=owner number=E")}, inactive, PUT number=E active=false, gone, PUT number=E, enabled
  whose address is taken leaves no hire that goes on after a deletion | ${takenAddress}, inactive, DELETE, said also hired cancelled
  who is on the platform already is not taken over by a caller who may not adopt | the short name has a person, ${refused}, ${refused} | okta
  whose entry says that they leave is kept, and returns | POST, off, PATCH title=Lead, settled, disabled, shows Lead, 400 days, on, enabled, said hired and terminated and changed and termination_cancelled | ending
`),
)("a user %s", async (_, story, caller) => {
  await expectStory(environment(), story, caller);
});
