import { describe, expect, test } from "vitest";
import { opsToken } from "../../../infra/local/credentials.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { hourMs } from "../../../shared/durations.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createScimUsers } from "../../../shared/store/scim-users.ts";
import { useInProcess } from "../../environments/in-process.ts";
import {
  enterpriseUrn,
  expectError,
  off,
  entraUser,
  patchOp,
  type ScimAnswer,
  scimClient,
  usersWhere,
} from "./scim-client.ts";
import { rows } from "../../fixtures/rows.ts";

const strictToken = "token-of-strict";
const floodToken = "token-of-flood";
const environment = useInProcess({
  callers: {
    strict: {
      scheme: "bearer",
      keys: [strictToken],
      scopes: ["onboard", "offboard", "update"],
      scim: { strict: true },
    },
    flood: {
      scheme: "bearer",
      keys: [floodToken],
      scopes: ["onboard", "offboard", "update"],
      scim: {},
    },
  },
});
const app = () => environment().apps.scim;
const send = scimClient(app);
const sendStrict = scimClient(app, { caller: "strict", token: strictToken });

describe("a request that is refused", () => {
  test.each([
    ["GET", "/Users"],
    ["POST", "/Users"],
    ["DELETE", "/Users/1"],
    ["GET", "/Groups"],
    ["GET", "/Schemas"],
    ["GET", "/ServiceProviderConfig"],
    ["POST", "/Bulk"],
    ["GET", "/nowhere"],
  ])("without the key is a 401 of SCIM: %s %s", async (method, path) => {
    for (const token of ["wrong", opsToken]) {
      const stranger = scimClient(app, { token });
      const answer = await stranger(method, path);
      expectError(answer, 401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    expectError(await scimClient(app, { caller: "nobody" })(method, path), 401);
  });

  test("is a 403 for a caller whose entry does not speak SCIM", async () => {
    const ops = scimClient(app, { caller: "ops", token: opsToken });
    expectError(await ops("GET", "/Users"), 403);
  });

  const nameless = { userName: "nameless@example.com" };
  const mistyped = { filter: "userName is" };
  const spaced = { ...entraUser("spaced"), displayName: "x".repeat(300) };

  test.each(rows<
    [
      caller: string,
      method: string,
      path: string,
      body: unknown,
      line: object | undefined,
    ]
  >`
    ops   | GET  | /Users               | ${undefined} | ${{ message: "forbidden", reason: "no-scim" }}
    entra | POST | /Users               | ${"{"}       | ${{ message: "unreadable", reason: "invalidSyntax" }}
    entra | POST | /Users               | ${nameless}  | ${{ message: "unreadable", reason: "invalidValue" }}
    entra | POST | /Users               | ${spaced}    | ${{ message: "invalid" }}
    entra | GET  | /Users?cursor=nowhere | ${undefined} | ${undefined}
    entra | GET  | /Users/nobody        | ${undefined} | ${undefined}
    entra | POST | /Users/.search/      | ${mistyped}  | ${undefined}
    entra | POST | /.search             | ${"{"}       | ${undefined}
  `)(
    "is logged once, as for other senders, if an event is lost: %s %s %s",
    async (caller, method, path, body, expected) => {
      const from = environment().lines.length;
      const token = caller === "ops" ? { caller, token: opsToken } : {};
      const { status } = await scimClient(app, token)(method, path, body);
      expect(status).toBeGreaterThanOrEqual(400);
      const lines = environment().lines.slice(from);
      expect(
        lines.map(({ message, fields }) => ({ message, ...fields })),
      ).toMatchObject(expected ? [{ caller, ...expected }] : []);
    },
  );

  test.each([
    ["GET", "/Users/nobody", 404],
    ["GET", "/nowhere", 404],
    ["GET", "/Schemas/nothing", 404],
    ["PUT", "/Users", 405],
    ["POST", "/Users/1", 405],
    ["POST", "/Schemas", 405],
    ["DELETE", "/ServiceProviderConfig", 405],
    ["POST", "/Groups", 501],
    ["POST", "/Bulk", 501],
    ["GET", "/Me", 501],
  ])("%s %s is a %s of SCIM", async (method, path, status) => {
    expectError(await send(method, path, undefined), status);
  });

  test.each<[title: string, body: unknown, status: number, scimType?: string]>([
    ["half of an object", "{", 400, "invalidSyntax"],
    ["nothing", "", 400, "invalidSyntax"],
    ["an object without a user", "{}", 400, "invalidSyntax"],
    ["a list", "[]", 400, "invalidValue"],
    [
      "51 addresses, one too many",
      entraUser("many", { emails: Array(51).fill({ value: "a@b.c" }) }),
      400,
      "invalidValue",
    ],
    ["a text", '"x"', 400, "invalidValue"],
    ["50 levels", "[".repeat(50) + "]".repeat(50), 400, "invalidSyntax"],
    ["over 64 KiB", { userName: "x".repeat(70_000) }, 413],
  ])("has as its body %s", async (_title, body, status, type) => {
    expectError(await send("POST", "/Users", body), status, type);
  });

  test("is a 415 of SCIM for another media type", async () => {
    const type = { "content-type": "text/plain" };
    const user = entraUser("media");
    expectError(await send("POST", "/Users", user, type), 415);
    const json = { "content-type": "application/json;charset=utf-8" };
    expect((await send("POST", "/Users", user, json)).status).toBe(201);
  });

  test("is a 503 with Retry-After while our store fails, and the same request succeeds later", async () => {
    environment().partFailures.receiverTable = () => true;
    const failed = await send("POST", "/Users", entraUser("later"));
    expectError(failed, 503);
    expect(failed.headers.get("retry-after")).toMatch(/^\d+$/);
    delete environment().partFailures.receiverTable;
    expect((await send("POST", "/Users", entraUser("later"))).status).toBe(201);
  });

  test("is a 429 with Retry-After in whole seconds while too much of the caller is at work", async () => {
    const { store } = environment();
    const maxOpenOfCaller = 100;
    for (let at = 0; at < maxOpenOfCaller; at++)
      await store.operations.accept({
        id: `busy-${at}`,
        type: "employee.changed",
        caller: "flood",
        employeeId: "busy",
        fingerprint: "x",
        eventAtMs: environment().nowMs(),
      });
    const flood = scimClient(app, { caller: "flood", token: floodToken });
    const refused = await flood("POST", "/Users", entraUser("busy"));
    expectError(refused, 429);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    // Other callers, and reads, go on.
    expect((await flood("GET", "/Users")).status).toBe(200);
    expect((await send("POST", "/Users", entraUser("busy"))).status).toBe(201);
  });

  test("is a 400 for an attribute that we do not know, in strict mode only", async () => {
    const user = { ...entraUser("strict"), shoe: "7" };
    expectError(await sendStrict("POST", "/Users", user), 400, "invalidSyntax");
    expect((await send("POST", "/Users", user)).status).toBe(201);
  });
});

test("a repeated creation is a 429 until one that stopped halfway is a minute old", async () => {
  const { documents, nowMs, advanceTime } = environment();
  const table = createTable(documents, tables.store.name);
  const scimUsers = createScimUsers(table, nowMs);
  const name = "half@example.com";
  const key = await scimUsers.aliasKeyOf("entra", "userName", name);
  await scimUsers.claim("entra", key, "never-written");
  const statuses: number[] = [];
  for (let repetition = 1; repetition <= 2; repetition++) {
    advanceTime(30_000);
    const answer = await send("POST", "/Users", entraUser("half"), {
      prefer: "respond-async",
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([429, 202]);
});

test("an event whose hand-over failed is handed over by the next request for the user", async () => {
  const { body } = await send("POST", "/Users", entraUser("resumed"));
  environment().partFailures.workflowStart = () => true;
  expect((await send("PATCH", `/Users/${body.id}`, patchOp(off))).status).toBe(
    503,
  );
  delete environment().partFailures.workflowStart;
  const read = await send("GET", `/Users/${body.id}`);
  expect(read).toMatchObject({ status: 200, body: { active: false } });
  await environment().idle();
  expect((await environment().personOf(body.id))?.svc.enabled).toBe(false);
  const all = await environment().store.operations.ofEmployee(body.id);
  expect(all.map(({ type }) => type)).toEqual([
    "employee.suspended",
    "employee.hired",
  ]);
});

test("a change is answered while the platform is down, with what the provider said", async () => {
  const { body } = await send("POST", "/Users", entraUser("down"));
  environment().platform.faults.add({ kind: "status", status: 503 });
  const answer = await send(
    "PATCH",
    `/Users/${body.id}`,
    patchOp({ op: "replace", path: "title", value: "Lead" }),
    { prefer: "wait=1" },
  );
  expect(answer).toMatchObject({ status: 200, body: { title: "Lead" } });
  environment().platform.faults.clear();
});

describe("Prefer", () => {
  test("respond-async answers 202 at once, with the operation", async () => {
    const answer = await send("POST", "/Users", entraUser("async"), {
      prefer: "respond-async",
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({});
    expect(answer.headers.get("preference-applied")).toBe("respond-async");
    const id = answer.headers.get("set-txn") ?? "";
    await environment().idle();
    expect(await environment().find(id)).toMatchObject({
      type: "employee.hired",
      status: "succeeded",
    });
    const location = answer.headers.get("location") ?? "";
    const { body } = await send(
      "GET",
      location.slice(location.indexOf("/Users")),
    );
    expect(body).toMatchObject({ userName: "async@example.com" });
  });

  test("return=minimal answers 204", async () => {
    const { body } = await send("POST", "/Users", entraUser("minimal"));
    const change = patchOp({ op: "add", path: "title", value: "Lead" });
    const answer = await send("PATCH", `/Users/${body.id}`, change, {
      prefer: "return=minimal",
    });
    expect(answer.status).toBe(204);
  });
});

describe("a list", () => {
  const list = async (query: string) => {
    const answer = await sendStrict("GET", `/Users?${query}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const names = (body: ScimAnswer["body"]) =>
    body.Resources.map(({ userName }) => userName?.split("@")[0]);

  test("is empty before the first user of the caller, and then counts each", async () => {
    expect(await list("count=5")).toEqual({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    for (let at = 1; at <= 11; at++) {
      const { status } = await sendStrict(
        "POST",
        "/Users",
        entraUser(`u${at}`),
      );
      expect(status).toBe(201);
    }
    // The next tests list these users.
    expect((await list("count=0")).totalResults).toBe(11);
  });

  test("goes on at a cursor, and refuses one that is wrong, of another filter or too old, and a count of no number", async () => {
    const first = await list("cursor&count=6");
    expect(first.startIndex).toBeUndefined();
    const next = await list(`cursor=${first.nextCursor}&count=6`);
    expect(new Set([...names(first), ...names(next)]).size).toBe(11);
    expect(next.nextCursor).toBeUndefined();
    const cursor = first.nextCursor ?? "";
    for (const [query, scimType] of [
      ["cursor=nonsense", "invalidCursor"],
      [`cursor=${cursor}&filter=title%20pr`, "invalidCursor"],
      [`cursor=${cursor}&count=x`, "invalidCount"],
    ] as const)
      expectError(await sendStrict("GET", `/Users?${query}`), 400, scimType);
    environment().advanceTime(2 * hourMs);
    const late = await sendStrict("GET", `/Users?cursor=${cursor}`);
    expectError(late, 400, "expiredCursor");
  });

  type Row = [query: string, names: string, total: number, startIndex?: number];
  test.each(rows<Row>`
    count=5&startIndex=1 | u1 u2 u3 u4 u5 | ${11} | ${1}
    count=5&startIndex=6 | u6 u7 u8 u9 u10 | ${11} | ${6}
    count=5&startIndex=11 | u11 | ${11} | ${11}
    count=0 | ${""} | ${11}
    startIndex=-3&count=1 | u1 | ${11} | ${1}
    filter=userName eq "U3@example.com" | u3 | ${1}
    filter=externalId eq "u4" | u4 | ${1}
    filter=emails[type eq "work"].value eq "u5@example.com" | u5 | ${1}
    filter=name.givenName eq "u6" | u6 | ${1}
    filter=userName eq "u7@example.com" and active eq false | ${""} | ${0}
    filter=userName eq "u8@example.com" or externalId eq "u9" | u8 u9 | ${2}
    filter=userName eq "5d3b0c8e-7a63-4d0e-8ad1-000000000000" | ${""} | ${0}
  `)(
    "finds for %s the users %s, of %i",
    async (query, found, total, startIndex) => {
      const body = await list(encodeURI(query));
      expect(names(body).join(" ")).toBe(found);
      expect(body.totalResults).toBe(total);
      if (startIndex) expect(body.startIndex).toBe(startIndex);
    },
  );

  test.each(["/Users/.search", "/.search"])(
    "is also the answer of %s",
    async (path) => {
      const { body } = await sendStrict("POST", path, {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],
        filter: 'externalId eq "u2"',
        attributes: ["userName"],
        count: 10,
      });
      expect(body).toMatchObject({ totalResults: 1 });
      expect(Object.keys(body.Resources[0] ?? {})).toEqual([
        "schemas",
        "id",
        "userName",
      ]);
    },
  );

  test.each(rows<[query: string, keys: string[], values: object]>`
    attributes=userName,name.givenName | ${["schemas", "id", "userName", "name"]} | ${{ name: { givenName: "u1" } }}
    attributes=EMAILS[type%20eq%20%22work%22].value | ${["schemas", "id", "emails"]} | ${{ emails: [{ value: "u1@example.com" }] }}
    excludedAttributes=emails,name,meta,title,displayName,externalId,id | ${["schemas", "id", "active", "userName"]} | ${{}}
  `)(
    "has the attributes that the request asks for: %s",
    async (query, keys, values) => {
      const filter = encodeURIComponent('externalId eq "u1"');
      const { Resources } = await list(`filter=${filter}&${query}`);
      expect(Object.keys(Resources[0] ?? {}).toSorted()).toEqual(
        keys.toSorted(),
      );
      expect(Resources[0]).toMatchObject(values);
    },
  );

  test("has no user of another caller, and no request by the id of the user finds one", async () => {
    const { body } = await sendStrict("GET", usersWhere('externalId eq "u1"'));
    const id = body.Resources[0]?.id;
    expectError(await send("GET", `/Users/${id}`), 404);
    expectError(await send("DELETE", `/Users/${id}`), 404);
    const found = await send("GET", usersWhere(`id eq "${id}"`));
    expect(found.body.totalResults).toBe(0);
  });
});

describe("the documents of the service", () => {
  test("show each resource in the list and by its id", async () => {
    for (const path of ["/Schemas", "/ResourceTypes"]) {
      const { body } = await send("GET", path);
      for (const one of body.Resources) {
        const { body: alone } = await send("GET", `${path}/${one.id}`);
        expect(alone).toEqual(one);
        expect(one.meta.location).toContain(`/scim/v2/entra${path}/${one.id}`);
      }
    }
  });

  test("name the required attributes of a user, and none that we never keep", async () => {
    const { body } = await send(
      "GET",
      "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User",
    );
    const attributes = body["attributes"] as {
      name: string;
      required: boolean;
    }[];
    expect(body["description"]).toBe("User Account");
    const required = attributes.filter((one) => one.required);
    expect(required.map(({ name }) => name)).toEqual([
      "userName",
      "name",
      "emails",
    ]);
    for (const never of ["password", "photos", "groups", "manager"])
      expect(attributes.map(({ name }) => name)).not.toContain(never);
  });

  test("have a schema each, with all attributes of the document", async () => {
    for (const [name, path] of [
      ["ServiceProviderConfig", "/ServiceProviderConfig"],
      ["ResourceType", "/ResourceTypes/User"],
      ["Schema", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:Schema"],
    ]) {
      const urn = `urn:ietf:params:scim:schemas:core:2.0:${name}`;
      const schema = await send("GET", `/Schemas/${urn}`);
      const { body } = await send("GET", path ?? "");
      expect(body["schemas"]).toEqual([urn]);
      const described = schema.body["attributes"] as { name: string }[];
      // RFC 7643, §3.1: every resource has these.
      const common = ["schemas", "id", "meta"];
      expect(described.map((one) => one.name).toSorted()).toEqual(
        Object.keys(body)
          .filter((one) => !common.includes(one))
          .toSorted(),
      );
    }
  });

  test("say that there are no groups, which Okta asks for", async () => {
    const { status, body } = await send("GET", "/Groups");
    expect(status).toBe(200);
    expect(body.totalResults).toBe(0);
  });
});

test("no password, photo or manager of a user is stored or logged, and no address is logged", async () => {
  const secret = "canary-7f3b1d3e";
  const user = entraUser("canary", {
    password: secret,
    photos: [{ value: `https://${secret}.example.com/p.png`, type: "photo" }],
    [enterpriseUrn]: { manager: { value: secret } },
  });
  const { body } = await send("POST", "/Users", user);
  await send("PUT", `/Users/${body.id}`, { ...user, title: "Lead" });
  await send(
    "PATCH",
    `/Users/${body.id}`,
    patchOp(
      { op: "replace", value: { password: secret } },
      { op: "add", path: "password", value: secret },
      { op: "add", path: "manager", value: secret },
    ),
  );
  await send("GET", usersWhere(`password eq "${secret}"`));
  await environment().idle();
  const kept = [
    await environment().storedItems(),
    environment().lines,
    environment().engine.list(),
    environment().platform.people(),
  ];
  expect(JSON.stringify(kept)).not.toContain(secret);
  expect(JSON.stringify(environment().lines)).not.toContain("canary@example");
});
