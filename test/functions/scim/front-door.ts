import { expect, test } from "vitest";
import { stack } from "../front-door/stack.ts";
import { entraUser, off, on, patchOp, scimClient } from "./scim-client.ts";

const send = scimClient(() => ({
  request: (path, init) => fetch(stack().origin + path, init),
}));
const person = (username: string) =>
  stack()
    .platform.people()
    .find(({ svc }) => svc.username === username);

test("Entra tests the connection and creates, finds, changes, disables and enables a user", async () => {
  const find = (name: string) =>
    send("GET", `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`);
  const nobody = await find("5d3b0c8e-7a63-4d0e-8ad1-1a2b3c4d5e6f");
  expect(nobody).toMatchObject({ status: 200, body: { totalResults: 0 } });
  const created = await send("POST", "/Users", entraUser("entra"));
  expect(created.status).toBe(201);
  const { id } = created.body;
  const found = await find("ENTRA@example.com");
  expect(found.body.Resources.map((one) => one.id)).toEqual([id]);
  const changed = await send(
    "PATCH",
    `/Users/${id}`,
    patchOp(
      { op: "Replace", path: "displayName", value: "Countess" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "+1" },
      off,
    ),
  );
  expect(changed).toMatchObject({ status: 200, body: { active: false } });
  await stack().lambda.idle();
  expect(person("entra@example.com")).toMatchObject({
    name: { formatted: "Countess" },
    svc: { enabled: false },
  });
  expect((await send("PATCH", `/Users/${id}`, patchOp(on))).body.active).toBe(
    true,
  );
  await stack().lambda.idle();
  expect(person("entra@example.com")?.svc.enabled).toBe(true);
});

test("Okta finds, creates, reads, replaces, deactivates, imports and deletes a user through the bundles", async () => {
  const user = {
    ...entraUser("okta"),
    locale: "en-US",
    groups: [],
    password: "1mz050nq",
  };
  const filter = encodeURIComponent('userName eq "okta@example.com"');
  const before = await send(
    "GET",
    `/Users?filter=${filter}&startIndex=1&count=100`,
  );
  expect(before.body.totalResults).toBe(0);
  const { status, body } = await send("POST", "/Users", user);
  expect(status).toBe(201);
  expect((await send("POST", "/Users", user)).status).toBe(409);
  const { body: read } = await send("GET", `/Users/${body.id}`);
  const renamed = { ...read, name: { givenName: "Ada", familyName: "King" } };
  expect(await send("PUT", `/Users/${body.id}`, renamed)).toMatchObject({
    status: 200,
    body: { name: { familyName: "King" }, locale: "en-US" },
  });
  const off = await send("PUT", `/Users/${body.id}`, {
    ...renamed,
    active: false,
  });
  expect(off.body.active).toBe(false);
  await stack().lambda.idle();
  expect(person("okta@example.com")?.svc.enabled).toBe(false);
  const { body: page } = await send("GET", "/Users?startIndex=1&count=100");
  expect(page.Resources.map(({ userName }) => userName)).toContain(
    "okta@example.com",
  );
  expect((await send("DELETE", `/Users/${body.id}`)).status).toBe(204);
  expect((await send("GET", `/Users/${body.id}`)).status).toBe(404);
  expect((await send("POST", "/Users", user)).status).toBe(201);
  const refused = await send("GET", "/Users", undefined, {
    authorization: "non-token",
  });
  expect(refused).toMatchObject({ status: 401, body: { status: "401" } });
});
