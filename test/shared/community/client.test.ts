import { expect, test } from "vitest";
import { basicAuth } from "../../../shared/community/authorizer.ts";
import { createClient } from "../../../shared/community/client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";

const authorizer = basicAuth("ada", "password");

test.each([
  ["https://community.example.test", "/api/core/v3/people/7"],
  ["https://community.example.test/", "/api/core/v3/people/7"],
  ["https://community.example.test/jam//", "/jam/api/core/v3/people/7"],
])(
  "a client of %s calls the API below the path of the base URL",
  async (baseUrl, path) => {
    const http = answering(answer(200, { id: "7" }));
    await createClient({ baseUrl, authorizer, http }).people.get("7");
    expect(http.requests[0]?.url.href).toBe(
      `https://community.example.test${path}`,
    );
  },
);

test.each([
  "canary",
  "",
  "https://community.example.test/?canary",
  "https://community.example.test/#canary",
  "https://user:canary@community.example.test",
])("createClient rejects the base URL %j and does not quote it", (baseUrl) => {
  const create = () => createClient({ baseUrl, authorizer });
  expect(create).toThrow("baseUrl must be a URL without credentials");
  expect(create).not.toThrow("canary");
});
