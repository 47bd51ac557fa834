import type { Context, Hono } from "hono";
import * as z from "zod";
import {
  type EmployeeRecord,
  newRecordSchema,
  type NewRecord,
} from "./employee-record.ts";
import { type Faults, faultRuleSchema } from "./faults.ts";
import type { SentWebhook } from "./send-webhooks.ts";
import type { SourceEnv } from "./vendor.ts";

type Controlled = {
  faults: Faults;
  sent: readonly SentWebhook[];
  release: (order?: "as held" | "reversed") => Promise<void>;
  records: () => EmployeeRecord[];
  hire: (given: NewRecord) => EmployeeRecord;
  change: (id: string, given: object) => EmployeeRecord;
  remove: (id: string) => void;
};

const releaseSchema = z.strictObject({
  order: z.enum(["as held", "reversed"]).default("as held"),
});

/** The record is checked as a whole. */
const changeSchema = z.record(z.string(), z.unknown());

/** What a person does in the vendor's user interface, and the faults, as JSON over HTTP without authentication. */
export function addControlRoutes(
  app: Hono<SourceEnv>,
  name: string,
  source: Controlled,
): void {
  app.get("/", (c) => c.text(instructions(name, new URL(c.req.url).origin)));
  app.get("/_records", (c) => c.json(source.records()));
  app.post("/_records", (c) =>
    answer(c, newRecordSchema, (record) => c.json(source.hire(record), 201)),
  );
  app.patch("/_records/:id", (c) =>
    answer(c, changeSchema, (change) =>
      has(source, c.req.param("id"))
        ? c.json(source.change(c.req.param("id"), change))
        : c.notFound(),
    ),
  );
  app.delete("/_records/:id", (c) => {
    if (!has(source, c.req.param("id"))) return c.notFound();
    source.remove(c.req.param("id"));
    return c.body(null, 204);
  });
  app.get("/_webhooks", (c) => c.json(source.sent));
  app.post("/_webhooks/release", (c) =>
    answer(c, releaseSchema, async ({ order }) => {
      await source.release(order);
      return c.body(null, 204);
    }),
  );
  app.post("/_faults", (c) =>
    answer(c, faultRuleSchema, (rule) => {
      source.faults.add(rule);
      return c.body(null, 204);
    }),
  );
  app.delete("/_faults", (c) => {
    source.faults.clear();
    return c.body(null, 204);
  });
}

function has(source: Controlled, id: string): boolean {
  return source.records().some((record) => record.id === id);
}

async function answer<T>(
  c: Context<SourceEnv>,
  schema: z.ZodType<T>,
  use: (body: T) => Response | Promise<Response>,
): Promise<Response> {
  const body: unknown = await c.req.json().catch(() => undefined);
  try {
    return await use(schema.parse(body));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return c.json({ error: z.prettifyError(error) }, 400);
  }
}

function instructions(name: string, origin: string): string {
  const send = (method: string, path: string, body: object) =>
    `curl -X ${method} ${origin}${path} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  return `The stand-in of ${name}. Its records are in memory.

Hire       ${send("POST", "/_records", { givenName: "Ada", familyName: "Byron", email: "ada.byron@example.com", title: "Analyst" })}
List       curl ${origin}/_records
Change     ${send("PATCH", "/_records/ID", { title: "Lead analyst" })}
Absent     ${send("PATCH", "/_records/ID", { state: "on leave" })}
Back       ${send("PATCH", "/_records/ID", { state: "employed" })}
Left       ${send("PATCH", "/_records/ID", { state: "left" })}
Delete     curl -X DELETE ${origin}/_records/ID
Webhooks   curl ${origin}/_webhooks
Release    ${send("POST", "/_webhooks/release", { order: "reversed" })}
Faults     ${send("POST", "/_faults", { kind: "status", status: 429, retryAfter: 5, times: 2 })}
           curl -X DELETE ${origin}/_faults
`;
}
