import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { basicAuth, bearerAuth } from "../../../shared/community/authorizer.ts";
import {
  type Client,
  clientDefaults,
  createClient,
} from "../../../shared/community/client.ts";
import {
  ApiError,
  ApiShapeError,
  isRefusedSignIn,
  LoginRefusedError,
} from "../../../shared/community/errors.ts";
import type { Http } from "../../../shared/community/http.ts";
import { createLogin } from "../../../shared/community/login.ts";
import { newPerson } from "../../fixtures/community-client.ts";
import {
  answer,
  broken,
  type FakeAnswer,
  fakeHttp,
  notConnected,
} from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";

/** A secret in every place that no error may quote: credentials, queries, bodies, headers. */
const canary = "c4n4ry";
const basic = (username: string) =>
  Buffer.from(`${username}:${canary}`).toString("base64");
const secrets = [canary, basic("ada"), basic("key")];

const baseUrl = "https://community.example.test";
const ref = `${baseUrl}/api/core/v3/people/7?token=${canary}`;
const foreignRef = `https://${canary}.example.test/?token=${canary}`;
const noUrl = `https://?token=${canary}`;
const person = { id: "7", resources: { self: { ref, allowed: ["GET"] } } };
const secretPerson = newPerson("eve", {
  status: canary,
  svc: { username: "eve", password: canary },
});

type Operation = (client: Client) => Promise<unknown>;

const getPerson: Operation = ({ people }) => people.get(person);
const getPersonById: Operation = ({ people }) => people.get("7");
const createPerson: Operation = ({ people }) => people.create(secretPerson);
const setStatus: Operation = ({ people }) =>
  people.update("7", (before) => ({ ...before, status: canary }));
const upload: Operation = ({ images }) =>
  images.uploadTemporary({
    bytes: Buffer.from(canary),
    contentType: "image/png",
    filename: "avatar.png",
  });
const listPeople: Operation = ({ people }) =>
  Array.fromAsync(people.list({ fields: [canary] }));

const secretHeaders = { "x-reason": canary, "set-cookie": canary };

describe("errors without secrets", () => {
  test.each(rows<[string, Operation, FakeAnswer]>`
    ApiError | ${getPerson} | ${answer(403, canary, secretHeaders)}
    ApiError | ${createPerson} | ${answer(409, canary, secretHeaders)}
    ApiError | ${listPeople} | ${answer(503, canary, secretHeaders)}
    UnreachableError | ${getPerson} | ${broken}
    UnreachableError | ${createPerson} | ${notConnected}
    UnknownOutcomeError | ${createPerson} | ${broken}
    UnknownOutcomeError | ${createPerson} | ${answer(500, canary, secretHeaders)}
    ApiShapeError | ${getPerson} | ${answer(200, `<html>${canary}`, secretHeaders)}
    ApiShapeError | ${getPerson} | ${answer(200, { id: { token: canary } })}
    ApiShapeError | ${listPeople} | ${answer(200, { list: canary })}
    ApiShapeError | ${listPeople} | ${answer(200, { list: [], links: { next: noUrl } })}
    ApiShapeError | ${upload} | ${answer(201, canary, secretHeaders)}
    ApiShapeError | ${upload} | ${answer(201, canary, { location: noUrl })}
    ApiShapeError | ${({ people }) => people.get({ id: "7", resources: { self: { ref: noUrl } } })} | ${broken}
    ForeignOriginError | ${upload} | ${answer(201, canary, { location: foreignRef })}
    ForeignOriginError | ${listPeople} | ${answer(200, { list: [], links: { next: foreignRef } })}
    ForeignOriginError | ${({ people }) => people.get({ id: "7", resources: { self: { ref: foreignRef } } })} | ${broken}
    NotAllowedError | ${({ people }) => people.remove(person)} | ${broken}
    NotAllowedError | ${setStatus} | ${answer(200, { id: "7", status: canary })}
  `)("%s has no secret in it", async (name, operate, given) => {
    const http = fakeHttp(() => given);
    expectNoSecret(await failureOf(operate(clientOf(http))), name);
  });

  test.each([
    ["LoginRefusedError", answer(401, canary, secretHeaders)],
    ["ApiError", answer(500, canary, secretHeaders)],
    ["ApiShapeError", answer(200, { access_token: "", refresh_token: canary })],
    ["UnreachableError", broken],
  ])("%s of a login has no secret in it", async (name, given) => {
    const login = createLogin({
      ...clientDefaults(),
      http: fakeHttp(() => given),
      maxAttempts: 1,
      authUrl: baseUrl,
      consumerKey: "key",
      consumerSecret: canary,
      username: "ada",
      password: canary,
    });
    expectNoSecret(await failureOf(login.withPassword()), name);
    expectNoSecret(await failureOf(login.renew(canary)), name);
  });

  test("TypeError for a token that is not a valid header value has no secret in it", async () => {
    const client = createClient({
      baseUrl: "http://127.0.0.1:9",
      authorizer: bearerAuth(`${canary}\n`),
    });
    expectNoSecret(await failureOf(getPersonById(client)), "TypeError");
  });
});

test("an error names the method, the template of the path and the next action, and keeps its cause", async () => {
  const http = fakeHttp(() => answer(502));
  expect(await failureOf(createPerson(clientOf(http)))).toMatchObject({
    name: "UnknownOutcomeError",
    method: "POST",
    path: "/people",
    message:
      "POST /people was sent, but its outcome is unknown: read the platform before repeating it",
    cause: { name: "ApiError", status: 502 },
  });
});

function clientOf(http: Http): Client {
  const authorizer = basicAuth("ada", canary);
  return createClient({ baseUrl, authorizer, http, maxAttempts: 1 });
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof Error) return error;
  throw new Error("expected an error");
}

function expectNoSecret(error: Error, name: string): void {
  expect(error.name).toBe(name);
  const output = [
    String(error),
    JSON.stringify(error),
    inspect(error, { depth: null, showHidden: true, maxStringLength: null }),
    ...textsIn(error),
  ].join("\n");
  for (const secret of secrets) expect(output).not.toContain(secret);
}

/** Every string and all bytes that can be reached from a value. A logger may print any of them. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value];
  if (value instanceof Uint8Array)
    return [Buffer.from(value).toString("latin1")];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  return Reflect.ownKeys(value).flatMap((key) => [
    String(key),
    ...textsIn(Reflect.get(value, key), seen),
  ]);
}

const attempted = { method: "GET", path: "/people/{personID}" };

test("an ApiShapeError names the first five problems and the number of further ones", () => {
  const pointers = ["/a", "/b", "/c", "/d", "/e", "/f", "/g"];
  const { message, problems } = new ApiShapeError(attempted, pointers);
  expect(message).toMatch(/: \/a, \/b, \/c, \/d, \/e, and 2 more$/);
  expect(problems).toEqual(pointers);
});

test.each<[string, boolean, unknown]>([
  ["a refusal by the login", true, new LoginRefusedError(400)],
  ["a 401 of the API", true, new ApiError(attempted, 401)],
  ["a 403 of the API", false, new ApiError(attempted, 403)],
  ["another value with the status 401", false, { status: 401 }],
])("isRefusedSignIn of %s: %s", (_what, expected, error) => {
  expect(isRefusedSignIn(error)).toBe(expected);
});
