import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { changedFields, type EmployeeRecord } from "./employee-record.ts";
import {
  photoOf,
  pngAnswer,
  type Change,
  type SourceEnv,
  type Vendor,
  type Webhook,
} from "./vendor.ts";

export const personioCredentials = {
  clientId: "papi-00000000-0000-4000-8000-000000000001",
  clientSecret: "papi-local-personio-client-secret",
  /** Sent as it is in `Authorization` of every webhook. */
  webhookToken: "local-personio-webhook-token",
};

const tokenLifetimeSeconds = 86_400;

/**
 * The stand-in of Personio's employees (Personnel Data API v1) and its webhooks.
 *
 * @see https://developer.personio.de/reference/get_company-employees-employee-id and
 *   https://developer.personio.de/v2.0/reference/webhooks
 */
export const personioVendor: Vendor = {
  name: "Personio",
  firstId: 3003n,
  addRoutes: ({ app, receive, all, changedAtMs, find, nowMs }) => {
    const expiresAtMs = new Map<string, number>();
    const signedIn = bearerAuth({
      verifyToken: (token) => (expiresAtMs.get(token) ?? 0) > nowMs(),
    });
    const shown = (c: Context<SourceEnv>, record: EmployeeRecord) =>
      employeeOf(c, record, changedAtMs(record.id));
    app.post("/v2/auth/token", receive("token"), async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const type = c.req.header("content-type")?.split(";")[0];
      if (type !== "application/x-www-form-urlencoded")
        return c.json({ error: "invalid_request" }, 400);
      if (form.get("grant_type") !== "client_credentials")
        return c.json({ error: "unsupported_grant_type" }, 400);
      const isClient =
        form.get("client_id") === personioCredentials.clientId &&
        form.get("client_secret") === personioCredentials.clientSecret;
      if (!isClient) return c.json({ error: "unauthorized_client" }, 400);
      const token = `papi-${randomBytes(32).toString("base64url")}`;
      expiresAtMs.set(token, nowMs() + tokenLifetimeSeconds * 1_000);
      return c.json({
        access_token: token,
        expires_in: tokenLifetimeSeconds,
        token_type: "Bearer",
        scope: "personio:persons:read personio:employments:read",
      });
    });
    app.get("/v1/company/employees/:id", receive("record"), signedIn, (c) => {
      const record = find(c, c.req.param("id"));
      if (!record) return problem(404, "Resource not found");
      return c.json({ success: true, data: shown(c, record) });
    });
    app.get("/v1/company/employees", receive("list"), signedIn, (c) => {
      const since = c.req.query("updated_since");
      const sinceMs = since === undefined ? -Infinity : Date.parse(`${since}Z`);
      const records = all(c).filter(({ id }) => changedAtMs(id) >= sinceMs);
      const limit = Math.min(100, Number(c.req.query("limit") ?? 50));
      const offset = Number(c.req.query("offset") ?? 0);
      return c.json({
        success: true,
        metadata: {
          total_elements: records.length,
          current_page: Math.floor(offset / limit),
          total_pages: Math.ceil(records.length / limit),
        },
        offset,
        limit,
        data: records
          .slice(offset, offset + limit)
          .map((record) => shown(c, record)),
      });
    });
    for (const size of ["", "/:width"])
      app.get(
        `/v1/company/employees/:id/profile-picture${size}`,
        receive("avatar"),
        signedIn,
        (c) => {
          const record = find(c, c.req.param("id") ?? "");
          const png = record && photoOf(record, { isOriginal: size === "" });
          return png ? pngAnswer(png) : problem(404, "Resource not found");
        },
      );
  },
  describeChange,
  signWebhook: () => ({ authorization: personioCredentials.webhookToken }),
  delivery: {
    inOrder: false,
    // Six attempts in three days, each with a second request at once. Personio does not say when.
    pausesMinutes: [0, 5, 0, 30, 0, 120, 0, 720, 0, 1_440, 0],
    isSentAgain: (status) => status >= 500 && status !== 501,
  },
};

/** An employee of version 1, without the attributes that the reader may not see. */
function employeeOf(
  c: Context<SourceEnv>,
  record: EmployeeRecord,
  changedAtMs: number,
) {
  const unreadable = c.get("unreadable");
  const attributes = Object.entries(attributesOf(record, changedAtMs)).filter(
    ([name]) => !unreadable.includes(name),
  );
  return { type: "Employee", attributes: Object.fromEntries(attributes) };
}

/** The attributes of an employee of version 1. Each has a label, and a reference has the attributes of its object. */
function attributesOf(record: EmployeeRecord, changedAtMs: number) {
  const { id, email, givenName, familyName, state } = record;
  const { title, department, location, startDate, lastDay } = record;
  const reference = (type: string, name: string | undefined) =>
    name === undefined ? null : { type, attributes: { id: 401, name } };
  const midnight = (day: string | undefined) =>
    day === undefined ? null : `${day}T00:00:00+01:00`;
  const values = {
    id: Number(id),
    first_name: givenName,
    last_name: familyName,
    preferred_name: `${givenName} ${familyName}`,
    email,
    status: {
      hired: "onboarding",
      employed: "active",
      "on leave": "leave",
      left: "inactive",
    }[state],
    position: title ?? null,
    hire_date: midnight(startDate),
    termination_date: midnight(lastDay),
    department: reference("Department", department),
    office: reference("Office", location),
    last_modified_at: new Date(changedAtMs)
      .toISOString()
      .replace("Z", "+00:00"),
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { label: name, value, universal_id: name },
    ]),
  );
}

function describeChange({ kind, before, record, atMs }: Change): Webhook[] {
  const webhook = (type: string, payload: object): Webhook => ({
    type,
    body: JSON.stringify({
      company_id: "1701",
      event_name: type,
      occurred_at: new Date(atMs).toISOString(),
      payload,
    }),
  });
  const person = (type: string) => webhook(type, { person: { id: record.id } });
  const employment = (type: string) =>
    webhook(type, {
      employment: { id: employmentId(record) },
      person: { id: record.id },
    });
  const changed = changedFields(before, record);
  const changedState = changed.includes("state") ? record.state : undefined;
  switch (kind) {
    case "created":
      return [
        person("person.created"),
        employment("employment.created"),
        ...(record.state === "employed"
          ? [employment("employment.started")]
          : []),
      ];
    case "deleted":
      return [employment("employment.deleted"), person("person.deleted")];
    case "changed":
      return [
        // Also if nothing has changed: a record that HR saves again is updated.
        ...(changed.length === 0 ||
        changed.some((name) => personFields.has(name))
          ? [person("person.updated")]
          : []),
        ...(changed.some((name) => !personFields.has(name))
          ? [employment("employment.updated")]
          : []),
        ...(changedState === "left"
          ? [employment("employment.terminated")]
          : []),
        ...(changedState === "employed" && before?.state === "hired"
          ? [employment("employment.started")]
          : []),
      ];
  }
}

/** The fields that belong to the person. The others belong to the employment. */
const personFields = new Set(["givenName", "familyName", "email", "photo"]);

/** A UUID that follows from the id of the employee. */
function employmentId({ id }: EmployeeRecord): string {
  const hex = createHash("sha256").update(id).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function problem(status: number, title: string): Response {
  return Response.json(
    { personio_trace_id: "0", errors: [{ title }] },
    { status, headers: { "content-type": "application/problem+json" } },
  );
}
