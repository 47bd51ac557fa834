import { expect, test } from "vitest";
import { stack } from "../front-door/stack.ts";
import {
  entraUser,
  off,
  on,
  patchOp,
  scimClient,
  usersWhere,
} from "./scim-client.ts";

const send = scimClient(() => ({
  request: (path, init) => fetch(stack().origin + path, init),
}));

test("a provider creates, finds, changes, disables, replaces and deletes a user through the bundles", async () => {
  // Okta sends more than we keep.
  const user = {
    ...entraUser("walk"),
    locale: "en-US",
    groups: [],
    password: "1mz050nq",
  };
  const walker = () => stack().platform.findPerson("walk@example.com");
  const find = (name: string) =>
    send("GET", usersWhere(`userName eq "${name}"`));
  const nobody = await find("5d3b0c8e-7a63-4d0e-8ad1-1a2b3c4d5e6f");
  expect(nobody).toMatchObject({ status: 200, body: { totalResults: 0 } });
  const { status, body } = await send("POST", "/Users", user);
  expect(status).toBe(201);
  expect((await send("POST", "/Users", user)).status).toBe(409);
  const path = `/Users/${body.id}`;
  const found = await find("WALK@example.com");
  expect(found.body.Resources.map(({ id }) => id)).toEqual([body.id]);
  const changed = await send(
    "PATCH",
    path,
    patchOp(
      { op: "Replace", path: "displayName", value: "Countess" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "+1" },
      off,
    ),
  );
  expect(changed).toMatchObject({ status: 200, body: { active: false } });
  await stack().lambda.idle();
  expect(walker()).toMatchObject({
    name: { formatted: "Countess" },
    svc: { enabled: false },
  });
  const enabled = await send("PATCH", path, patchOp(on));
  expect(enabled.body.active).toBe(true);
  await stack().lambda.idle();
  expect(walker()?.svc.enabled).toBe(true);
  const { body: read } = await send("GET", path);
  const name = { givenName: "Ada", familyName: "King" };
  const whole = { ...read, name, active: false };
  expect(await send("PUT", path, whole)).toMatchObject({
    status: 200,
    body: { name: { familyName: "King" }, locale: "en-US", active: false },
  });
  await stack().lambda.idle();
  expect(walker()?.svc.enabled).toBe(false);
  const { body: page } = await send("GET", "/Users?startIndex=1&count=100");
  expect(page.Resources.map(({ id }) => id)).toContain(body.id);
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("GET", path)).status).toBe(404);
  expect((await send("POST", "/Users", user)).status).toBe(201);
  const refused = await send("GET", "/Users", undefined, {
    authorization: "non-token",
  });
  expect(refused).toMatchObject({ status: 401, body: { status: "401" } });
});
