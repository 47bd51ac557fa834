import {
  startLocalSources,
  type VendorName,
} from "../../../../infra/local/local-sources.ts";
import type {
  Source,
  SourceOptions,
} from "../../../../infra/local/sources/start-source.ts";
import {
  type InProcess,
  startInProcess,
} from "../../../environments/in-process.ts";
import { useStarted } from "../../../fixtures/use-started.ts";
import type { InProcessOptions } from "../../../environments/in-process/deployment.ts";
import {
  type SampleVendorName,
  sampleVendorNames,
  startSampleVendors,
} from "./sample-vendors.ts";

/** Each vendor of a preset. The first ones have stand-ins, and the others their samples. */
export const vendorNames = [
  "hibob",
  "personio",
  "bamboohr",
  ...sampleVendorNames,
] satisfies (VendorName | SampleVendorName)[];
type Name = (typeof vendorNames)[number];

export type Vendors = InProcess & {
  sourceOf: (vendor: Name) => Source;
  /** Does something in the vendor's system. Resolves when the vendor has told it, and no execution runs any more. */
  inVendor: <T>(vendor: Name, act: (source: Source) => T) => Promise<T>;
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
  const start = async (): Promise<Vendors> => {
    const started: { environment?: InProcess } = {};
    const sourceOptions: Omit<SourceOptions, "port"> = {
      // The webhooks reach the receiver without a gateway.
      fetch: async (url, init) => {
        const { pathname } = new URL(url);
        const answer = started.environment?.apps.events.request(pathname, init);
        return answer ?? new Response(null, { status: 503 });
      },
      nowMs: () => started.environment?.nowMs() ?? Date.now(),
      sleepMs: async () => undefined,
    };
    const local = await startLocalSources(0, sourceOptions);
    const samples = await startSampleVendors(sourceOptions);
    const { hibob, personio, bamboohr } = local;
    const sources = { hibob, personio, bamboohr, ...samples.sources };
    const environment = await startInProcess({
      ...options,
      callers: { ...local.callers, ...samples.callers },
      sources: { ...local.sources, ...samples.entries },
    });
    started.environment = environment;
    for (const name of vendorNames)
      sources[name].connect(`http://receiver.example/events/${name}`);
    return vendorsOf(environment, sources);
  };
  return useStarted(start, ({ sourceOf }) => {
    for (const name of vendorNames) sourceOf(name).faults.clear();
  });
}

function vendorsOf(
  environment: InProcess,
  sources: Record<Name, Source>,
): Vendors {
  const { platform, personOf, runUntilIdle } = environment;
  return {
    ...environment,
    close: async () => {
      await environment.close();
      for (const source of Object.values(sources)) await source.close();
    },
    sourceOf: (vendor) => sources[vendor],
    inVendor: async (vendor, act) => {
      // Vendors write seconds, so two acts of one second could not be told apart.
      environment.advanceTime(1_000);
      const result = act(sources[vendor]);
      await sources[vendor].idle();
      await runUntilIdle();
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
