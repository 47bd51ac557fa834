import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  suspensionSchema,
  terminationSchema,
} from "../../../../functions/offboarding/event.ts";
import { hireContentSchema } from "../../../../functions/onboarding/event.ts";
import { readPointer } from "../../../../shared/json-pointer.ts";
import { createCallers } from "../../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../../shared/webhook/callers-secret.ts";
import { applyFieldMap } from "../../../../shared/webhook/field-map/apply-field-map.ts";
import { mergePatch } from "../../../../shared/webhook/presets/apply-preset.ts";
import { presets } from "../../../../shared/webhook/presets/presets.ts";
import { bambooHr } from "./vendors/bamboohr.ts";
import { bambooHrFields } from "./vendors/bamboohr-fields.ts";
import { deel } from "./vendors/deel.ts";
import { greenhouse } from "./vendors/greenhouse.ts";
import { hiBob } from "./vendors/hibob.ts";
import { okta } from "./vendors/okta.ts";
import { personio } from "./vendors/personio.ts";
import { issue, type Vendor } from "./vendors/vendor.ts";

const vendors: Readonly<Record<string, Vendor>> = {
  bamboohr: bambooHr,
  "bamboohr-fields": bambooHrFields,
  deel,
  greenhouse,
  hibob: hiBob,
  okta,
  personio,
};

const zone = "UTC";
const nowMs = Date.parse("2026-01-31T18:42:05Z");
/** A chat tool has no map. Its preset is tried by test/functions/status-relay. */
const names = Object.keys(presets).filter(
  (name) => "map" in (presets[name] ?? {}),
);
const withRecord = names.filter((name) => "lookup" in (presets[name] ?? {}));

const vendorOf = (name: string) => {
  const vendor = vendors[name];
  if (!vendor) throw new Error(`there is no sample of ${name}`);
  return vendor;
};

/** A request body of a vendor, or the answer to the read of the record that it names. */
function sampleOf(preset: string, name: "delivery" | "record"): unknown {
  const path = `../../../fixtures/sources/${preset}/${name}.json`;
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}
const deliveryOf = (preset: string) => sampleOf(preset, "delivery");
const recordOf = (preset: string) => sampleOf(preset, "record");

/** Identifies the sender of the sample delivery, which is signed, by default with the right key, and then changed. */
async function identify(
  name: string,
  change = (body: string) => body,
  key?: string,
) {
  const { entry, sign } = vendorOf(name);
  const secret = callersSchema.parse({
    hr: { preset: name, scopes: ["onboard"], ...entry },
  });
  const callers = createCallers({
    read: async (stage) => (stage === "AWSCURRENT" ? secret : undefined),
    nowMs: () => nowMs,
    sleepMs: async () => {},
  });
  const body = JSON.stringify(deliveryOf(name));
  const headers = sign(body, nowMs, key);
  return callers.identify("hr", {
    header: (header) => headers[header],
    body: Buffer.from(change(body)),
  });
}

async function callerOf(name: string) {
  const { caller } = await identify(name);
  if (caller) return caller;
  throw new Error(`the delivery of ${name} is not authentic`);
}

async function mapDelivery(name: string, body = deliveryOf(name)) {
  const { map } = await callerOf(name);
  if (!map) throw new Error(`${name} has no map`);
  return applyFieldMap(map, body, { nowMs, zone });
}

/** The event of the sample record with this change. */
const mapRecord = (name: string, change: unknown = {}, event?: string) =>
  mapDocument(name, mergePatch(recordOf(name), change), event);

/** The event of an answer with a record. By default, the map of the lookup decides its type. */
async function mapDocument(
  name: string,
  document: unknown,
  event?: string,
  type?: string,
) {
  const { lookup } = await callerOf(name);
  if (!lookup) throw new Error(`${name} has no lookup`);
  const map = { ...lookup.map, ...(type && { type: { value: type } }) };
  const record = readPointer(document, lookup.record);
  const [mapped] = applyFieldMap(map, record, {
    nowMs,
    zone,
    event: { employeeId: "any", event },
  });
  return mapped;
}

describe.each(names)("the preset %s", (name) => {
  test("refuses a request with a wrong key, or with another body if the vendor signs it", async () => {
    const { entry, isSigned = true } = vendorOf(name);
    const changed = await identify(name, (body) => `${body} `);
    expect(changed.caller === undefined).toBe(isSigned);
    const wrong = await identify(name, undefined, `${entry.keys[0]}0`);
    expect(wrong.caller).toBeUndefined();
  });

  test("reads the events of the sample", async () => {
    const events = (await mapDelivery(name)).map((mapped) =>
      "envelope" in mapped
        ? { type: mapped.envelope.type, data: mapped.envelope.data }
        : mapped,
    );
    expect(events).toEqual(vendorOf(name).events);
  });

  test("gives a repetition of the sample the same id, and another event another one", async () => {
    const idsOf = (events: Awaited<ReturnType<typeof mapDelivery>>) =>
      events.map((event) =>
        "envelope" in event ? (event.deliveryId ?? event.fingerprint) : "",
      );
    const first = idsOf(await mapDelivery(name));
    expect(idsOf(await mapDelivery(name))).toEqual(first);
    for (const later of vendorOf(name).later) {
      const changed = mergePatch(deliveryOf(name), later);
      expect(idsOf(await mapDelivery(name, changed))[0]).not.toBe(first[0]);
    }
  });

  test.each(vendorOf(name).deliveries ?? [])(
    "reads an event with %j as %j",
    async (change, type, data = {}) => {
      const changed = mergePatch(deliveryOf(name), change);
      const [event] = await mapDelivery(name, changed);
      expect(event).toMatchObject(
        type === undefined
          ? { ignored: true }
          : type === issue
            ? { issues: [data] }
            : { envelope: { type, data } },
      );
    },
  );
});

test("a new employee of HiBob has an avatar, which later events do not upload again", async () => {
  for (const event of ["employee.created", "employee.joined"])
    expect(await mapRecord("hibob", {}, event)).toHaveProperty(
      "envelope.data.avatar",
      { url: "https://images.example.com/zoe.png" },
    );
  const updated = await mapRecord("hibob", {}, "employee.updated");
  expect(updated).not.toHaveProperty("envelope.data.avatar");
});

describe.each(withRecord)("a record of %s", (name) => {
  const { states } = vendorOf(name);

  test("is found by the id that the delivery names", async () => {
    const { lookup } = await callerOf(name);
    const [event] = await mapDelivery(name);
    const record = readPointer(recordOf(name), lookup?.record ?? "");
    expect(event).toHaveProperty(
      "envelope.data.employeeId",
      String(readPointer(record, lookup?.id ?? "")),
    );
    expect([lookup?.request.url, ...(lookup?.avatar ?? [])]).toEqual(
      vendorOf(name).urls,
    );
  });

  test("is a hire that onboarding accepts, if the person is employed", async () => {
    const mapped = await mapRecord(name);
    expect(mapped).toHaveProperty("envelope.type", "employee.hired");
    expect(mapped).toHaveProperty("envelope.data", states?.hire);
    const data = mapped && "envelope" in mapped && mapped.envelope.data;
    expect(hireContentSchema.safeParse(data).success).toBe(true);
  });

  test.each(states?.cleared ?? [])(
    "that is read as a change with null in place of %s clears the %s",
    async (cleared, field) => {
      const text = JSON.stringify(recordOf(name));
      const document: unknown = JSON.parse(text, (_, value: unknown) =>
        value === cleared ? null : value,
      );
      const type = "employee.changed";
      expect(await mapDocument(name, document, undefined, type)).toHaveProperty(
        `envelope.data.${field}`,
        null,
      );
    },
  );

  test.each(states?.others ?? [])(
    "changed by %j is %s: %j, %s",
    async (change, says, data = {}, event) => {
      const mapped = await mapRecord(name, change, event);
      const said: unknown =
        mapped && "envelope" in mapped ? mapped.envelope.data : {};
      const namedDay = typeof data === "string" ? data : undefined;
      const expectType = (expected: string) =>
        expect(mapped).toMatchObject({ envelope: { type: expected } });
      switch (says) {
        case "a hire":
          expectType("employee.hired");
          expect(said).toEqual(expect.objectContaining(data as object));
          break;
        case "an absence":
          expectType("employee.suspended");
          expect(readPointer(said, "/until")).toBe(namedDay);
          expect(suspensionSchema.safeParse(said).success).toBe(true);
          break;
        case "a leaver":
          expectType("employee.terminated");
          expect(said).toHaveProperty("employeeId");
          expect(readPointer(said, "/lastDay")).toBe(namedDay);
          expect(terminationSchema.safeParse(said).success).toBe(true);
          break;
        case "not ours":
          expect(mapped).toEqual({ ignored: true });
          break;
        case "unclear":
          expect(mapped).toHaveProperty("issues");
          expect(mapped).not.toHaveProperty("type");
      }
    },
  );
});
