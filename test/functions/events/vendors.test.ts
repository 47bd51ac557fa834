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
import { isThorough } from "../../resilience/effort.ts";

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

const vendors = useStarted(start, ({ sources }) => {
  for (const name of vendorNames) sources[name].faults.clear();
});

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
  // What a source does wrong is tried with each vendor only in a thorough run.
  const isTried = vendor === "hibob" || isThorough;

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

  test.runIf(isTried)(
    "ends as the record says when duplicates of all webhooks arrive in the wrong order",
    async () => {
      const { sources, runUntilIdle, platform } = vendors();
      const source = sources[vendor];
      const release = async () => {
        await source.release("reversed");
        await runUntilIdle();
      };
      source.faults.add({ kind: "duplicate" });
      source.faults.add({ kind: "hold" });
      const { id, email } = await hire(vendor);
      await change(vendor, id, { title: "Countess" });
      expect(await personSeen(id)).toBeUndefined();
      await release();
      const employed = { title: "Countess", isEnabled: true };
      expect(await personSeen(id)).toMatchObject(employed);

      await change(vendor, id, { state: "on leave" });
      await change(vendor, id, { state: "employed" });
      await release();
      expect(await personSeen(id)).toMatchObject(employed);
      const sameEmail = platform
        .people()
        .filter(({ emails }) => emails?.some(({ value }) => value === email));
      expect(sameEmail).toHaveLength(1);

      await change(vendor, id, { title: "Baroness" });
      await change(vendor, id, { state: "left" });
      await release();
      expect(await personSeen(id)).toBeUndefined();
    },
  );

  test.runIf(isTried)("leaves when the vendor deletes the record", async () => {
    const { id } = await hire(vendor);
    expect(await personSeen(id)).toBeDefined();
    await inVendor(vendor, (source) => source.remove(id));
    expect(await personSeen(id)).toBeUndefined();
  });
});

test("a termination announced by HiBob stays planned while the user may not read the termination date", async () => {
  const { id } = await hire("hibob");
  const planned = async () =>
    (await operationsOf(id)).find(({ type }) => type === "employee.terminated");
  await change("hibob", id, { lastDay: "2999-12-31" });
  expect(await planned()).toMatchObject({ status: "waiting" });

  const { faults } = vendors().sources.hibob;
  faults.add({ kind: "unreadable", fields: ["internal.terminationDate"] });
  await change("hibob", id, { title: "Countess" });
  expect(await planned()).toMatchObject({ status: "waiting" });

  faults.clear();
  await change("hibob", id, { lastDay: null });
  expect(await planned()).toMatchObject({ status: "cancelled" });
});

test("an absence in BambooHR goes on while the access level hides the status, and needs attention", async () => {
  const { id } = await hire("bamboohr");
  await change("bamboohr", id, { state: "on leave" });
  expect(await personSeen(id)).toMatchObject({ isEnabled: false });
  vendors().sources.bamboohr.faults.add({
    kind: "unreadable",
    fields: ["employmentHistoryStatus"],
  });
  await change("bamboohr", id, { title: "Countess" });
  expect(await personSeen(id)).toMatchObject({ isEnabled: false });
  const [latest] = await operationsOf(id);
  expect(latest).toMatchObject({
    type: "record.changed",
    status: "needs_attention",
    reason: "record-invalid",
  });
});
