import { beforeAll, expect, test } from "vitest";
import type { JsonSchema } from "../../infra/build/documents/json-schema.ts";
import { createOpenApi } from "../../infra/build/documents/openapi.ts";
import { useInProcess } from "../environments/in-process.ts";
import { createChecker } from "../fixtures/closed-schema.ts";
import { hireOf } from "../fixtures/hire.ts";
import { rows } from "../fixtures/rows.ts";

const document = createOpenApi();
const issuesOf = createChecker(document.components.schemas);

const plain = { caller: "plain", token: "the-token-of-a-plain-sender" };
const environment = useInProcess({
  graceDays: 7,
  callers: {
    plain: { scheme: "bearer", keys: [plain.token], scopes: ["onboard"] },
  },
});
/** The ids of operations, by what they are: one that succeeded, one that failed, and one that waits. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { say, send, sendAndWait, operation } = environment();
  const hired = await sendAndWait("employee.hired", hireOf("E-3"));
  const unknown = { username: "nobody", email: "nobody@example.com" };
  const failed = await say("adopted", "E-unknown", unknown);
  const later = { ...hireOf("E-4"), startDate: "2099-01-01" };
  const waiting = await operation(await send("employee.hired", later));
  Object.assign(ids, { hired: hired.id, failed: failed.id });
  ids["waiting"] = waiting.id;
});

type Method = "get" | "post";
type Ask = () => Response | Promise<Response>;

/** A request to the operators' API. The path may have the id of an operation, as `{hired}`. */
const ask =
  (method: Method, path: string, body?: object, token?: string): Ask =>
  () => {
    const named = path.replace(/\{(\w+)\}/, (_, name: string) => ids[name]!);
    return environment().ask(method.toUpperCase(), named, body, token);
  };

/** A request of the plain sender to its receiver. */
const post =
  (headers: Record<string, string>, bodyOf: () => string): Ask =>
  () =>
    environment().apps.onboarding.request("/onboarding/plain", {
      method: "POST",
      headers: { authorization: `Bearer ${plain.token}`, ...headers },
      body: bodyOf(),
    });
const by =
  (action: "send" | "preview") =>
  (type: string, data: object, from?: object): Ask =>
  () =>
    environment()[action](type, data, from);
const send = by("send");
const preview = by("preview");

const hire = hireOf("E-1");
const adoption = {
  employeeId: "E-1",
  username: "e-1",
  email: "e-1@example.com",
};
const laterHire = () =>
  JSON.stringify({
    type: "employee.hired",
    timestamp: new Date(environment().nowMs()).toISOString(),
    data: hireOf("E-2", { startDate: "2099-01-01" }),
  });

/** Method | path of the document | status of the answer | the request. */
const answers = rows<[Method, string, number, Ask]>`
  post | /onboarding/{caller}       | ${202} | ${send("employee.hired", hire)}
  post | /onboarding/{caller}       | ${400} | ${send("employee.hired", {})}
  post | /onboarding/{caller}       | ${401} | ${send("employee.hired", hire, { token: "unknown" })}
  post | /onboarding/{caller}       | ${403} | ${send("employee.adopted", adoption, plain)}
  post | /onboarding/{caller}       | ${415} | ${post({ "content-type": "text/plain" }, () => "{}")}
  post | /onboarding/{caller}       | ${413} | ${post({}, () => "x".repeat(513 * 1024))}
  post | /onboarding/{caller}       | ${200} | ${post({ "content-type": "application/json", prefer: "wait=10" }, laterHire)}
  post | /events/{caller}/preview   | ${200} | ${preview("employee.hired", hire)}
  post | /events/{caller}/preview   | ${200} | ${preview("employee.hired", hire, plain)}
  post | /events/{caller}/preview   | ${400} | ${preview("employee.hired", {})}
  post | /events/{caller}/preview   | ${403} | ${preview("employee.resumed", { employeeId: "E-1" }, plain)}
  get  | /operations                | ${200} | ${ask("get", "/operations?limit=2")}
  get  | /operations                | ${400} | ${ask("get", "/operations?status=odd")}
  get  | /operations                | ${401} | ${ask("get", "/operations", undefined, "unknown")}
  get  | /operations/{id}           | ${200} | ${ask("get", "/operations/{hired}")}
  get  | /operations/{id}           | ${200} | ${ask("get", "/operations/{failed}")}
  get  | /operations/{id}           | ${404} | ${ask("get", "/operations/op_unknown")}
  get  | /overview                  | ${200} | ${ask("get", "/overview")}
  get  | /overview                  | ${403} | ${ask("get", "/overview", undefined, plain.token)}
  get  | /employees                 | ${200} | ${ask("get", "/employees?state=active")}
  get  | /employees                 | ${400} | ${ask("get", "/employees")}
  get  | /employees/{id}            | ${200} | ${ask("get", "/employees/E-3")}
  get  | /employees/{id}            | ${404} | ${ask("get", "/employees/E-nobody")}
  post | /operations/{id}/retry     | ${409} | ${ask("post", "/operations/{hired}/retry")}
  post | /operations/{id}/resolve   | ${400} | ${ask("post", "/operations/{failed}/resolve", {})}
  post | /operations/{id}/resolve   | ${200} | ${ask("post", "/operations/{failed}/resolve", { note: "repaired" })}
  post | /operations/{id}/cancel    | ${202} | ${ask("post", "/operations/{waiting}/cancel")}
  post | /operations/{id}/cancel    | ${404} | ${ask("post", "/operations/op_unknown/cancel")}
  post | /operations/{id}/release   | ${409} | ${ask("post", "/operations/{hired}/release")}
  post | /operations/retry          | ${200} | ${ask("post", "/operations/retry", { operations: ["op_0"] })}
  post | /operations/retry          | ${400} | ${ask("post", "/operations/retry", { odd: true })}
`;

test.each(answers)(
  "the OpenAPI document describes the answer to %s %s with %i: status, body and types of its problems",
  async (method, path, status, request) => {
    const answer = await request();
    expect(answer.status).toBe(status);
    const named = document.paths[path]?.[method]?.responses[String(status)];
    const name = named?.$ref?.split("/").at(-1);
    const documented =
      name === undefined ? named : document.components.responses[name];
    expect(documented).toBeDefined();
    const [mediaType, { schema = {} } = {}]: [
      string?,
      { schema?: JsonSchema }?,
    ] = Object.entries(documented?.content ?? {})[0] ?? [];
    expect(answer.headers.get("content-type")).toBe(mediaType);
    const body: unknown = await answer.json();
    expect(issuesOf(schema, body)).toEqual([]);
    if (status < 400) return;
    const [, type] = (body as { type: string }).type.split("#");
    expect(documented?.description).toContain(`[\`${type}\`]`);
  },
);
