import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonSchema } from "../../infra/build/documents/json-schema.ts";
import { createOpenApi } from "../../infra/build/documents/openapi.ts";
import type { DocumentedAnswer } from "../../infra/build/documents/path-parts.ts";
import { useInProcess } from "../environments/in-process.ts";
import { closed, referToDocument } from "../fixtures/closed-schema.ts";
import { hireOf } from "../fixtures/hire.ts";

const document = createOpenApi();
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  code: { optimize: false },
});
beforeAll(() => {
  const components = closed(document.components.schemas);
  ajv.addSchema({ $id: "document", components: { schemas: components } });
});

const plain = { caller: "plain", token: "the-token-of-a-plain-sender" };
const environment = useInProcess({
  graceDays: 7,
  callers: {
    plain: { scheme: "bearer", keys: [plain.token], scopes: ["onboard"] },
  },
});

function documentedAnswer(
  method: "get" | "post",
  path: string,
  status: number,
): DocumentedAnswer | undefined {
  const answer = document.paths[path]?.[method]?.responses[String(status)];
  const name = answer?.$ref?.split("/").at(-1);
  return name === undefined ? answer : document.components.responses[name];
}

/** Checks an answer against the document: its status, its body and the types of its problems. */
async function expectDocumented(
  method: "get" | "post",
  path: string,
  answer: Response,
  status: number,
): Promise<void> {
  expect(answer.status).toBe(status);
  const documented = documentedAnswer(method, path, status);
  expect(documented).toBeDefined();
  const [mediaType, { schema = {} } = {}]: [string?, { schema?: JsonSchema }?] =
    Object.entries(documented?.content ?? {})[0] ?? [];
  expect(answer.headers.get("content-type")).toBe(mediaType);
  const body: unknown = await answer.json();
  const validate = ajv.compile(referToDocument(schema));
  expect(validate(body) ? [] : validate.errors).toEqual([]);
  if (status < 400) return;
  const { type = "" } = body as { type?: string };
  const [, name] = type.split("#");
  expect(documented?.description).toContain(`[\`${name}\`]`);
}

describe("the OpenAPI document describes the answers", () => {
  test("of a receiver", async () => {
    const path = "/onboarding/{caller}";
    const { send, apps } = environment();
    const hire = hireOf("E-1");
    const expectAnswer = async (status: number, answer: Response) =>
      expectDocumented("post", path, answer, status);
    await expectAnswer(202, await send("employee.hired", hire));
    await expectAnswer(400, await send("employee.hired", {}));
    await expectAnswer(
      401,
      await send("employee.hired", hire, { token: "unknown" }),
    );
    await expectAnswer(
      403,
      await send(
        "employee.adopted",
        { employeeId: "E-1", username: "e-1", email: "e-1@example.com" },
        plain,
      ),
    );
    const request = (headers: Record<string, string>, body = "{}") =>
      apps.onboarding.request("/onboarding/plain", {
        method: "POST",
        headers: { authorization: `Bearer ${plain.token}`, ...headers },
        body,
      });
    await expectAnswer(415, await request({ "content-type": "text/plain" }));
    await expectAnswer(413, await request({}, "x".repeat(513 * 1024)));
    const event = {
      type: "employee.hired",
      timestamp: new Date(environment().nowMs()).toISOString(),
      data: hireOf("E-2", { startDate: "2099-01-01" }),
    };
    const waited = await request(
      { "content-type": "application/json", prefer: "wait=10" },
      JSON.stringify(event),
    );
    await expectAnswer(200, waited);
  });

  test("of a preview", async () => {
    const path = "/events/{caller}/preview";
    const { preview } = environment();
    const hire = hireOf("E-1");
    const expectAnswer = async (status: number, answer: Response) =>
      expectDocumented("post", path, answer, status);
    await expectAnswer(200, await preview("employee.hired", hire));
    await expectAnswer(200, await preview("employee.hired", hire, plain));
    await expectAnswer(400, await preview("employee.hired", {}));
    await expectAnswer(
      403,
      await preview("employee.resumed", { employeeId: "E-1" }, plain),
    );
  });

  test("of the operators' API", async () => {
    const { say, sendAndWait, apps, send, operation } = environment();
    const ask = (
      method: string,
      path: string,
      body?: unknown,
      token?: string,
    ) =>
      apps.operations.request(path, {
        method: method.toUpperCase(),
        headers: {
          authorization: `Bearer ${token ?? "local-ops-token-of-32-characters"}`,
          "content-type": "application/json",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const get = async (
      path: string,
      status: number,
      url = path,
      token?: string,
    ) =>
      expectDocumented(
        "get",
        path,
        await ask("get", url, undefined, token),
        status,
      );
    const post = async (
      path: string,
      status: number,
      url = path,
      body?: unknown,
    ) => expectDocumented("post", path, await ask("post", url, body), status);

    const hired = await sendAndWait("employee.hired", hireOf("E-3"));
    const failed = await say("adopted", "E-unknown", {
      username: "nobody",
      email: "nobody@example.com",
    });
    const later = { ...hireOf("E-4"), startDate: "2099-01-01" };
    const waiting = await operation(await send("employee.hired", later));

    await get("/operations", 200, "/operations?limit=2");
    await get("/operations", 400, "/operations?status=odd");
    await get("/operations", 401, "/operations", "unknown");
    const item = "/operations/{id}";
    await get(item, 200, `/operations/${hired.id}`);
    await get(item, 200, `/operations/${failed.id}`);
    await get(item, 404, "/operations/op_unknown");
    await get("/overview", 200);
    await get("/overview", 403, "/overview", plain.token);
    await get("/employees", 200, "/employees?state=active");
    await get("/employees", 400);
    await get("/employees/{id}", 200, "/employees/E-3");
    await get("/employees/{id}", 404, "/employees/E-nobody");

    await post(`${item}/retry`, 409, `/operations/${hired.id}/retry`);
    await post(`${item}/resolve`, 400, `/operations/${failed.id}/resolve`, {});
    await post(`${item}/resolve`, 200, `/operations/${failed.id}/resolve`, {
      note: "repaired",
    });
    await environment().idle();
    await post(`${item}/cancel`, 202, `/operations/${waiting.id}/cancel`);
    await post(`${item}/cancel`, 404, "/operations/op_unknown/cancel");
    await post(`${item}/release`, 409, `/operations/${hired.id}/release`);
    const ids = { operations: [hired.id] };
    await post("/operations/retry", 200, "/operations/retry", ids);
    await post("/operations/retry", 400, "/operations/retry", { odd: true });
  });
});
