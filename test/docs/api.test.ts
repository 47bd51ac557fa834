import { join } from "node:path";
import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { format } from "prettier";
import { beforeAll, describe, expect, test } from "vitest";
import { createAsyncApi } from "../../infra/build/documents/asyncapi.ts";
import { createOpenApi } from "../../infra/build/documents/openapi.ts";
import { ref } from "../../infra/build/documents/json-schema.ts";
import { busEventTypes } from "../../infra/aws/deployment/events.ts";
import { routes } from "../../infra/aws/deployment/functions.ts";
import { noticeTypes } from "../../shared/store/notices.ts";
import { createChecker } from "../fixtures/closed-schema.ts";

const root = join(import.meta.dirname, "../..");
const update = "npx vitest run test/docs/api.test.ts --update";
const openApi = createOpenApi();
const asyncApi = createAsyncApi();
const documents = [
  ["docs/openapi.json", openApi],
  ["docs/asyncapi.json", asyncApi],
] as const;

test.each(documents)(
  "%s is what the schemas say; `npx vitest run test/docs/api.test.ts --update` writes it",
  async (path, document) => {
    await expect(
      await format(JSON.stringify(document), { parser: "json" }),
      `${path} does not agree with the schemas. Run: ${update}`,
    ).toMatchFileSnapshot(join(root, path));
  },
);

let config: Awaited<ReturnType<typeof createConfig>>;
beforeAll(async () => {
  config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      // `POST /operations/retry` and `GET /operations/{id}` are different requests: no id equals a verb.
      "no-ambiguous-paths": "off",
    },
  });
});

test.each(documents)(
  "the published linter reports nothing about %s",
  async (path, document) => {
    const source = JSON.stringify(document);
    const absoluteRef = join(root, path);
    const found = await lintFromString({ source, absoluteRef, config });
    expect(
      found.map(({ ruleId, message, location: [at] }) => [
        ruleId,
        message,
        at?.pointer,
      ]),
    ).toEqual([]);
  },
);

test("the published parser accepts docs/openapi.json", async () => {
  const path = join(root, "docs/openapi.json");
  await expect(SwaggerParser.validate(path)).resolves.toBeDefined();
});

describe("the examples of the OpenAPI document", () => {
  const { schemas, responses, examples } = openApi.components;
  const issuesOf = createChecker(schemas);

  test("exist for each request and each answer with a body", () => {
    const bodies = Object.values({ ...openApi.paths, ...openApi.webhooks })
      .flatMap((item) => Object.values(item))
      .flatMap(({ requestBody, ...one }) => [
        requestBody,
        ...Object.values(one.responses),
      ])
      .concat(Object.values(responses))
      .flatMap((one) => Object.values(one?.content ?? {}));
    expect(bodies.length).toBeGreaterThan(50);
    for (const body of bodies)
      expect(Object.keys(body.examples ?? {})).not.toEqual([]);
  });

  test.each(Object.entries(examples))(
    "%s fits its schema",
    (name, { value }) => {
      // An example without a schema of its name is the answer for one type of problem.
      const schema = ref(name in schemas ? name : "Problem");
      expect(issuesOf(schema, value)).toEqual([]);
    },
  );
});

test("the OpenAPI document has a path for each route but those of SCIM, and no other path", () => {
  const leadsTo = (route: string, path: string) =>
    route.endsWith("/{path+}")
      ? path.startsWith(route.replace("{path+}", ""))
      : path === route;
  const paths = Object.keys(openApi.paths);
  for (const path of paths)
    expect(routes.filter((route) => leadsTo(route.path, path))).toHaveLength(1);
  // SCIM describes itself: /Schemas, /ResourceTypes, /ServiceProviderConfig.
  const described = routes.filter(
    (route) => route.function !== "scim-receiver",
  );
  for (const route of described)
    expect(paths.some((path) => leadsTo(route.path, path))).toBe(true);
});

test("both documents have every type of event that the receivers take, and the notices", () => {
  expect(Object.keys(openApi.components.schemas)).toEqual(
    expect.arrayContaining([...busEventTypes, "Notice"]),
  );
  expect(Object.keys(asyncApi.components.messages).sort()).toEqual(
    [...busEventTypes, ...noticeTypes].sort(),
  );
});
