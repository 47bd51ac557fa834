import { describe, expect, test } from "vitest";
import {
  startLocalSources,
  type VendorName,
  vendorNames,
} from "../../../infra/local/local-sources.ts";
import type { Source } from "../../../infra/local/sources/start-source.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import { useStarted } from "../../fixtures/use-started.ts";

/** One environment with the stand-ins of the vendors, connected by their presets. */
async function start() {
  const started: { environment?: InProcess } = {};
  const sources = await startLocalSources(0, {
    // The webhooks reach the receiver without a gateway.
    fetch: async (url, init) => {
      const { pathname } = new URL(url);
      const answer = started.environment?.apps.events.request(pathname, init);
      return answer ?? new Response(null, { status: 503 });
    },
    nowMs: () => started.environment?.nowMs() ?? Date.now(),
    sleepMs: async () => undefined,
  });
  const environment = await startInProcess(sources);
  started.environment = environment;
  sources.connect("http://receiver.example");
  const close = async () => {
    await environment.close();
    await sources.close();
  };
  return { ...environment, close, sources };
}

const vendors = useStarted(start);

/** Does something in the vendor's system. Resolves when the vendor has told it, and no execution runs any more. */
async function inVendor<T>(vendor: VendorName, act: (source: Source) => T) {
  const { advanceTime, runUntilIdle, sources } = vendors();
  // Vendors write seconds, so two acts of one second could not be told apart.
  advanceTime(1_000);
  const result = act(sources[vendor]);
  await sources[vendor].idle();
  await runUntilIdle();
  return result;
}

const change = (
  vendor: VendorName,
  id: string,
  to: Parameters<Source["change"]>[1],
) => inVendor(vendor, (source) => source.change(id, to));

let hires = 0;
const hire = (vendor: VendorName) =>
  inVendor(vendor, (source) =>
    source.hire({
      givenName: "Ada",
      familyName: "Byron",
      email: `ada.${++hires}@example.com`,
      title: "Analyst",
    }),
  );

/** Every operation of an employee, the newest first. */
async function operationsOf(employeeId: string) {
  const answer = await vendors().operate("GET", `?employeeId=${employeeId}`);
  const { operations } = (await answer.json()) as {
    operations: { type: string; status: string; reason?: string }[];
  };
  return operations;
}

/** What a person on the platform looks like. Undefined if there is none. */
async function personSeen(employeeId: string) {
  const person = await vendors().personOf(employeeId);
  if (!person) return undefined;
  const { name, emails, svc, id } = person;
  return {
    name: `${name.givenName} ${name.familyName}`,
    email: emails?.[0]?.value,
    title: svc.profile?.find(({ svc_label }) => svc_label === "Title")?.value,
    isEnabled: svc.enabled !== false,
    images: vendors().platform.imagesOf(id).length,
  };
}

describe.each(vendorNames)("an employee in %s", (vendor) => {
  test("is hired, changed, suspended and resumed, and leaves", async () => {
    const { id, email } = await hire(vendor);
    const hired = {
      name: "Ada Byron",
      email,
      title: "Analyst",
      isEnabled: true,
      images: 1,
    };
    expect(await personSeen(id)).toEqual(hired);
    await change(vendor, id, { familyName: "Lovelace", title: "Countess" });
    const changed = { ...hired, name: "Ada Lovelace", title: "Countess" };
    expect(await personSeen(id)).toEqual(changed);
    await change(vendor, id, { state: "on leave" });
    expect(await personSeen(id)).toEqual({ ...changed, isEnabled: false });
    await change(vendor, id, { state: "employed" });
    expect(await personSeen(id)).toEqual(changed);
    await change(vendor, id, { state: "left" });
    expect(await personSeen(id)).toBeUndefined();
    for (const { status } of await operationsOf(id))
      expect(status).not.toBe("needs_attention");
    for (const { state } of vendors().sources[vendor].sent)
      expect(state).toBe("delivered");
  });
});
