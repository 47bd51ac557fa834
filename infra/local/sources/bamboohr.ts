import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { basicAuth } from "hono/basic-auth";
import * as z from "zod";
import type { EmployeeRecord } from "./employee-record.ts";
import {
  photoOf,
  pngAnswer,
  type Change,
  type SourceEnv,
  type Vendor,
  type Webhook,
} from "./vendor.ts";

export const bambooHrCredentials = {
  companyDomain: "example",
  apiKey: "local-bamboohr-api-key-of-40-characters0",
  /** BambooHR shows it once, when the webhook is created. */
  privateKey: "local-bamboohr-webhook-private-key",
};

const reportSchema = z.object({
  title: z.string().optional(),
  fields: z.array(z.string()).max(400),
  filters: z
    .object({ lastChanged: z.object({ value: z.iso.datetime() }).optional() })
    .optional(),
});

const unsetDate = "0000-00-00";

/** How each field is read from a record, by the name of the field in the API. */
const fields: Record<string, (record: EmployeeRecord) => string | null> = {
  displayName: ({ givenName, familyName }) => `${givenName} ${familyName}`,
  firstName: ({ givenName }) => givenName,
  lastName: ({ familyName }) => familyName,
  preferredName: () => null,
  workEmail: ({ email }) => email,
  jobTitle: ({ title }) => title ?? null,
  department: ({ department }) => department ?? null,
  location: ({ location }) => location ?? null,
  workPhone: ({ phone }) => phone ?? null,
  mobilePhone: () => null,
  hireDate: ({ startDate }) => startDate,
  terminationDate: ({ lastDay }) => lastDay ?? unsetDate,
  status: ({ state }) => (state === "left" ? "Inactive" : "Active"),
  employmentHistoryStatus: ({ state }) =>
    ({
      hired: "Full-Time",
      employed: "Full-Time",
      "on leave": "Leave of Absence",
      left: "Terminated",
    })[state],
};

/**
 * The stand-in of BambooHR's employees, photos and event-based webhooks.
 *
 * @see https://documentation.bamboohr.com/reference/get-employee,
 *   https://documentation.bamboohr.com/reference/get-employee-photo and
 *   https://documentation.bamboohr.com/docs/event-based-webhooks
 */
export const bambooHrVendor: Vendor = {
  name: "BambooHR",
  firstId: 101n,
  addRoutes: ({ app, receive, all, changedAtMs, find }) => {
    const signedIn = basicAuth({
      username: bambooHrCredentials.apiKey,
      // BambooHR's documents use this password, which has no meaning.
      password: "x",
    });
    const valuesOf = (
      c: Context<SourceEnv>,
      record: EmployeeRecord,
      asked: readonly string[],
    ) =>
      asked.flatMap((name): [string, string | null][] => {
        const isReadable = !c.get("unreadable").includes(name);
        if (isReadable && name === "lastChanged")
          return [[name, new Date(changedAtMs(record.id)).toISOString()]];
        const read = isReadable ? fields[name] : undefined;
        return read ? [[name, read(record)]] : [];
      });
    app.get("/api/v1/employees/:id", receive("record"), signedIn, (c) => {
      const record = find(c, c.req.param("id"));
      if (!record) return failure(404, "Employee not found");
      const asked = (c.req.query("fields") ?? "").split(",");
      const values = valuesOf(c, record, asked);
      // Without this header, BambooHR answers XML.
      return c.req.header("accept")?.includes("json")
        ? c.json({ id: record.id, ...Object.fromEntries(values) })
        : c.body("<employee/>", 200, { "content-type": "text/xml" });
    });
    // A custom report. By default, only of active employees.
    app.post("/api/v1/reports/custom", receive("list"), signedIn, async (c) => {
      const report = reportSchema.safeParse(
        await c.req.json().catch(() => ({})),
      );
      if (!report.success || c.req.query("format") !== "JSON")
        return failure(400, "Bad request");
      const { title, fields: asked, filters } = report.data;
      const since = filters?.lastChanged?.value;
      const sinceMs = since === undefined ? -Infinity : Date.parse(since);
      const isOfAll = c.req.query("onlyCurrent") === "false";
      return c.json({
        title,
        fields: asked.map((id) => ({ id, type: "text", name: id })),
        employees: all(c)
          .filter(({ state }) => isOfAll || state !== "left")
          .filter(({ id }) => changedAtMs(id) >= sinceMs)
          .map((record) => ({
            id: record.id,
            ...Object.fromEntries(valuesOf(c, record, asked)),
          })),
      });
    });
    app.get(
      "/api/v1/employees/:id/photo/:size",
      receive("avatar"),
      signedIn,
      (c) => {
        const size = c.req.param("size");
        const record = find(c, c.req.param("id"));
        const png = sizes.includes(size)
          ? record && photoOf(record, { isOriginal: size === "original" })
          : undefined;
        return png ? pngAnswer(png) : failure(404, "No photo");
      },
    );
  },
  describeChange,
  signWebhook: (body, nowMs) => {
    const timestamp = String(Math.floor(nowMs / 1_000));
    return {
      "X-BambooHR-Timestamp": timestamp,
      "X-BambooHR-Signature": createHmac(
        "sha256",
        bambooHrCredentials.privateKey,
      )
        .update(body + timestamp)
        .digest("hex"),
    };
  },
  delivery: {
    inOrder: false,
    pausesMinutes: [5, 10, 20, 40, 80],
    isSentAgain: (status) => status >= 500,
  },
};

const sizes = ["original", "large", "medium", "small", "xs", "tiny"];

/** BambooHR creates an employee and then adds the fields, so it sends two events for one hire. */
function describeChange({ kind, before, record, atMs }: Change): Webhook[] {
  const webhook = (type: string, data: object = {}): Webhook => ({
    type,
    body: JSON.stringify({
      type,
      timestamp: new Date(atMs).toISOString().replace(/\.\d+Z$/, "+0000"),
      data: { companyId: "12345", employeeId: record.id, ...data },
    }),
  });
  const changedFields = Object.entries(fields).flatMap(([name, read]) =>
    before && read(before) === read(record) ? [] : [name],
  );
  const updated = webhook("employee.updated", { changedFields });
  switch (kind) {
    case "created":
      return [webhook("employee.created"), updated];
    case "changed":
      return [updated];
    case "deleted":
      return [webhook("employee.deleted")];
  }
}

function failure(status: number, message: string): Response {
  return new Response("", {
    status,
    headers: { "X-BambooHR-Error-Message": message },
  });
}
