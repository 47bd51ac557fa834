import { createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
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

export const hiBobCredentials = {
  serviceUserId: "SERVICE-1001",
  token: "local-hibob-service-user-token",
  webhookSecret: "local-hibob-webhook-secret",
};

/** The body of a read of one employee, and of a search, which alone has `showInactive`. */
const readSchema = z.object({
  fields: z.array(z.string()).max(400).optional(),
  humanReadable: z.literal("APPEND").optional(),
  showInactive: z.boolean().default(false),
});
type ReadBody = z.output<typeof readSchema>;

/** A value, and what a human reads instead of it: dates in the user's format, the names of list items. */
type FieldValue = { value: unknown; readable?: string | undefined };

/** The backend ids of fields. The prefix is not their category (People read API contract, "Field IDs"). */
const fields: Record<
  string,
  (record: EmployeeRecord, origin: string) => FieldValue
> = {
  "root.id": ({ id }) => ({ value: id }),
  "root.firstName": ({ givenName }) => ({ value: givenName }),
  "root.surname": ({ familyName }) => ({ value: familyName }),
  "root.displayName": (record) => ({ value: fullName(record) }),
  "root.fullName": (record) => ({ value: fullName(record) }),
  "root.email": ({ email }) => ({ value: email }),
  "about.avatar": ({ id, photo }, origin) => ({
    value: photo === "none" ? undefined : `${origin}/images/${id}.png`,
  }),
  "work.title": ({ title }) => listItem(title),
  "work.department": ({ department }) => listItem(department),
  "work.site": ({ location }) => listItem(location),
  "work.startDate": ({ startDate }) => dateField(startDate),
  "work.workPhone": ({ phone }) => ({ value: phone }),
  "internal.status": ({ state }) => {
    const isActive = state === "hired" || state === "employed";
    return { value: isActive ? "Active" : "Inactive" };
  },
  "internal.lifecycleStatus": ({ state }) => ({
    value: {
      hired: "hired",
      employed: "employed",
      "on leave": "parentalLeave",
      left: "terminated",
    }[state],
  }),
  "internal.terminationDate": ({ lastDay }) => dateField(lastDay),
};

/**
 * The stand-in of HiBob's People API and its webhooks v2.
 *
 * @see https://apidocs.hibob.com/docs/people-read-api-contract and
 *   https://apidocs.hibob.com/reference/getting-started-webhooks
 */
export const hiBobVendor: Vendor = {
  name: "HiBob",
  firstId: 3332883884017713238n,
  addRoutes: ({ app, receive, all, find, origin }) => {
    /** Undefined if a field is wrong. A body that is absent or no JSON asks for all fields. */
    const readBody = async (
      c: Context<SourceEnv>,
    ): Promise<ReadBody | undefined> =>
      readSchema.safeParse(await c.req.json().catch(() => ({}))).data;
    /** The fields of a record that the body asks for. */
    const show = (
      c: Context<SourceEnv>,
      record: EmployeeRecord,
      { fields: asked = Object.keys(fields), humanReadable }: ReadBody,
    ) => {
      const values = asked.flatMap((id): [string, FieldValue][] => {
        // A field that does not exist or may not be read is left out, and a field that is empty is null.
        const read = c.get("unreadable").includes(id) ? undefined : fields[id];
        if (!read) return [];
        const field = read(record, origin());
        return [[id, { ...field, value: field.value ?? null }]];
      });
      return employeeAnswer(values, humanReadable);
    };
    const signedIn = basicAuth({
      username: hiBobCredentials.serviceUserId,
      password: hiBobCredentials.token,
    });
    // All employees in one answer. By default, only active ones.
    app.post("/v1/people/search", receive("list"), signedIn, async (c) => {
      const body = await readBody(c);
      if (!body) return c.json({ error: "bad request" }, 400);
      const employees = all(c)
        .filter(({ state }) => body.showInactive || state !== "left")
        .map((record) => show(c, record, body));
      return c.json({ employees });
    });
    app.post("/v1/people/:id", receive("record"), signedIn, async (c) => {
      const body = await readBody(c);
      if (!body) return c.json({ error: "bad request" }, 400);
      const record = find(c, c.req.param("id"));
      return record
        ? c.json(show(c, record, body))
        : c.json({ error: "employee not found" }, 404);
    });
    // The pictures have a host of their own and need no credentials.
    app.get("/images/:file", receive("avatar"), (c) => {
      const record = find(c, c.req.param("file").replace(/\.png$/, ""));
      const png = record && photoOf(record, { isOriginal: false });
      return png ? pngAnswer(png) : c.notFound();
    });
  },
  describeChange,
  signWebhook: (body) => ({
    "Bob-Signature": createHmac("sha512", hiBobCredentials.webhookSecret)
      .update(body)
      .digest("base64"),
  }),
  delivery: {
    inOrder: true,
    // HiBob says "for three days" and nothing of the pauses.
    pausesMinutes: [1, 5, 30, 120, 360, 720, 1_440, 1_440],
    isSentAgain: () => true,
  },
};

let eventCount = 0;
/** Different microseconds for each event, so that two events of one millisecond differ. */
function nextMicroseconds(): string {
  return String(eventCount++ % 1_000).padStart(3, "0");
}

function describeChange({ kind, before, record, atMs }: Change): Webhook[] {
  const webhook = (type: string, data: object = {}): Webhook => ({
    type,
    body: JSON.stringify({
      companyId: 636192,
      type,
      triggeredBy: "3332883804594373380",
      // Without a zone, in UTC, and with microseconds.
      triggeredAt: new Date(atMs)
        .toISOString()
        .replace("Z", nextMicroseconds()),
      version: "v2",
      data: { employeeId: record.id, ...data },
    }),
  });
  if (kind === "deleted") return [webhook("employee.deleted")];
  if (kind === "created")
    return [
      webhook("employee.created"),
      ...(record.state === "employed" ? [webhook("employee.joined")] : []),
    ];
  const fieldUpdates = Object.entries(fields).flatMap(([id, read]) => {
    const isSame = before && read(before, "").value === read(record, "").value;
    // The events of the lifecycle tell a new status.
    return isSame || /status$/i.test(id) ? [] : [{ id }];
  });
  const isNewState = before?.state !== record.state;
  return [
    // Also if nothing has changed: a record that HR saves again is updated.
    ...(fieldUpdates.length > 0 || !isNewState
      ? [webhook("employee.updated", { fieldUpdates })]
      : []),
    ...(isNewState ? lifecycle[record.state] : []).map((type) => webhook(type)),
  ];
}

/** The events of a lifecycle entry that becomes effective. */
const lifecycle = {
  hired: ["employee.updated"],
  employed: ["employee.activated"],
  "on leave": ["employee.inactivated", "employee.temporaryLeave"],
  left: ["employee.inactivated", "employee.left"],
};

/** Each field once by its path with slashes, and once nested. Fields of `root` are nested at the top. */
function employeeAnswer(
  values: [string, FieldValue][],
  humanReadable: "APPEND" | undefined,
): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      values.map(([id, { value }]) => [`/${id.replace(".", "/")}`, { value }]),
    ),
    ...nest(values, ({ value }) => value),
    ...(humanReadable && {
      humanReadable: nest(
        values.filter(([, { value }]) => value !== null),
        ({ value, readable }) => readable ?? value,
      ),
    }),
  };
}

function nest(
  values: [string, FieldValue][],
  shown: (field: FieldValue) => unknown,
): Record<string, unknown> {
  const nested: Record<string, Record<string, unknown>> = {};
  for (const [id, field] of values) {
    const [category = "", name = ""] = id.split(".");
    nested[category] = { ...nested[category], [name]: shown(field) };
  }
  const { root, ...categories } = nested;
  return { ...root, ...categories };
}

/** A field of type list has the id of an item, which follows from the name here. Only a human reads the name. */
function listItem(name: string | undefined): FieldValue {
  if (name === undefined) return { value: undefined };
  return {
    value: String(200_000_000 + (crc32(name) % 1_000_000)),
    readable: name,
  };
}

function dateField(day: string | undefined): FieldValue {
  return { value: day, readable: day?.split("-").reverse().join("/") };
}

function fullName({ givenName, familyName }: EmployeeRecord): string {
  return `${givenName} ${familyName}`;
}
