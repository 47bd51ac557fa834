import { afterAll, afterEach, beforeAll } from "vitest";
import {
  type LocalSources,
  startLocalSources,
  type VendorName,
} from "../../../../infra/local/local-sources.ts";
import type { Source } from "../../../../infra/local/sources/start-source.ts";
import {
  type InProcess,
  type InProcessOptions,
  startInProcess,
} from "../../../environments/in-process.ts";

export type Vendors = InProcess & {
  sourceOf: (vendor: VendorName) => Source;
  /** Does something in the vendor's system. Resolves when the vendor has told it, and no execution runs any more. */
  inVendor: <T>(vendor: VendorName, act: (source: Source) => T) => Promise<T>;
  /** Every operation of an employee, the newest first. */
  operationsOf: (employeeId: string) => Promise<OperationView[]>;
  /** What a person on the platform looks like. Undefined if there is none. */
  personSeen: (employeeId: string) => Promise<SeenPerson | undefined>;
};

type OperationView = {
  id: string;
  type: string;
  status: string;
  reason?: string;
};

type SeenPerson = {
  name: string;
  email: string | undefined;
  title: string | undefined;
  isEnabled: boolean;
  images: number;
};

/** One environment with the stand-ins of all vendors, connected by their presets, for all tests of a file. */
export function useVendors(options: InProcessOptions = {}): () => Vendors {
  let vendors: Vendors | undefined;
  let sources: LocalSources | undefined;
  beforeAll(async () => {
    const started: { environment?: InProcess } = {};
    const local = await startLocalSources(0, {
      // The webhooks reach the receiver without a gateway.
      fetch: async (url, init) => {
        const { pathname } = new URL(url);
        const answer = started.environment?.apps.events.request(pathname, init);
        return answer ?? new Response(null, { status: 503 });
      },
      nowMs: () => started.environment?.nowMs() ?? Date.now(),
      sleepMs: async () => undefined,
    });
    sources = local;
    const { callers, sources: entries } = local;
    const environment = await startInProcess({
      ...options,
      callers,
      sources: entries,
    });
    started.environment = environment;
    local.connect("http://receiver.example");
    vendors = vendorsOf(environment, local);
  });
  afterEach(() => {
    for (const name of vendorNames) vendors?.sourceOf(name).faults.clear();
  });
  afterAll(async () => {
    await vendors?.close();
    await sources?.close();
  });
  return () => {
    if (vendors) return vendors;
    throw new Error("the environment is not started yet");
  };
}

export const vendorNames = [
  "hibob",
  "personio",
  "bamboohr",
] as const satisfies VendorName[];

function vendorsOf(environment: InProcess, sources: LocalSources): Vendors {
  const { platform, personOf, settle } = environment;
  return {
    ...environment,
    sourceOf: (vendor) => sources[vendor],
    inVendor: async (vendor, act) => {
      // Vendors write seconds, so two acts of one second could not be told apart.
      environment.advanceTime(1_000);
      const result = act(sources[vendor]);
      await sources[vendor].idle();
      await settle();
      return result;
    },
    operationsOf: async (employeeId) => {
      const answer = await environment.operate(
        "GET",
        `?employeeId=${employeeId}`,
      );
      const { operations } = (await answer.json()) as {
        operations: OperationView[];
      };
      return operations;
    },
    personSeen: async (employeeId) => {
      const person = await personOf(employeeId);
      if (!person) return undefined;
      const { name, emails, svc, id } = person;
      return {
        name: `${name.givenName} ${name.familyName}`,
        email: emails?.[0]?.value,
        title: svc.profile?.find(({ svc_label }) => svc_label === "Title")
          ?.value,
        isEnabled: svc.enabled !== false,
        images: platform.imagesOf(id).length,
      };
    },
  };
}
