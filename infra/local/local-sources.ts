import * as z from "zod";
import { recordOf } from "../aws/deployment/record-of.ts";
import { presets } from "../../shared/webhook/presets/presets.ts";
import { bambooHrCredentials, bambooHrVendor } from "./sources/bamboohr.ts";
import { hiBobVendor, hiBobCredentials } from "./sources/hibob.ts";
import { personioVendor, personioCredentials } from "./sources/personio.ts";
import {
  type Source,
  type SourceOptions,
  startSource,
} from "./sources/start-source.ts";
import type { Vendor } from "./sources/vendor.ts";

type LocalVendor = {
  vendor: Vendor;
  /** What its entry of the callers secret has beside scopes and URLs. */
  caller: { keys: string[]; host?: string };
  /** What the lookup of that entry has beside URLs. */
  lookup?: (origin: string) => object;
  /** How its records are read, for its entry of the sources secret. */
  auth: (origin: string) => object;
};

/** In the order of their ports. */
export const vendorNames = ["hibob", "personio", "bamboohr"] as const;
export type VendorName = (typeof vendorNames)[number];

const vendors: Record<VendorName, LocalVendor> = {
  hibob: {
    vendor: hiBobVendor,
    caller: { keys: [hiBobCredentials.webhookSecret] },
    lookup: (origin) => ({
      // The address of an avatar in a record must be on the public internet, which the stand-in is not.
      map: { fields: { "/avatar/url": null } },
      avatar: [`${origin}/images/{employeeId}.png`],
    }),
    auth: () => ({
      type: "basic",
      username: hiBobCredentials.serviceUserId,
      password: hiBobCredentials.token,
    }),
  },
  personio: {
    vendor: personioVendor,
    caller: { keys: [personioCredentials.webhookToken] },
    auth: (origin) => ({
      type: "oauth2",
      tokenUrl: `${origin}/v2/auth/token`,
      clientId: personioCredentials.clientId,
      clientSecret: personioCredentials.clientSecret,
      credentials: "form",
    }),
  },
  bamboohr: {
    vendor: bambooHrVendor,
    caller: {
      host: `${bambooHrCredentials.companyDomain}.bamboohr.com`,
      keys: [bambooHrCredentials.privateKey],
    },
    auth: () => ({
      type: "basic",
      username: bambooHrCredentials.apiKey,
      password: "x",
    }),
  },
};

export type LocalSources = Awaited<ReturnType<typeof startLocalSources>>;

/**
 * Starts the stand-ins of all vendors, with the entries by which the local stack knows them.
 *
 * @param firstPort - of the first one; the others have the ports after it. 0 takes any free ports
 * @throws Error that names the port, if one is taken
 */
export async function startLocalSources(
  firstPort: number,
  options: Omit<SourceOptions, "port"> = {},
) {
  const start = (name: VendorName) => {
    const port = firstPort && firstPort + vendorNames.indexOf(name);
    return startSource(vendors[name].vendor, { ...options, port });
  };
  const all: Record<VendorName, Source> = {
    hibob: await start("hibob"),
    personio: await start("personio"),
    bamboohr: await start("bamboohr"),
  };
  const entriesBy = (
    entryOf: (vendor: LocalVendor, origin: string, name: string) => object,
  ) =>
    recordOf(vendorNames, (name) =>
      entryOf(vendors[name], all[name].origin, name),
    );
  return {
    ...all,
    /** Entries for the callers secret and the sources secret. Each caller has the name of its vendor. */
    callers: entriesBy(callerOf),
    sources: entriesBy(({ auth }, origin) => ({
      hosts: [new URL(origin).host],
      auth: auth(origin),
    })),
    /** Sends the webhooks of all stand-ins to the callers' URLs of a stack. */
    connect: (stackOrigin: string): void => {
      for (const [name, source] of Object.entries(all))
        source.connect(`${stackOrigin}/events/${name}`);
    },
    close: async (): Promise<void> => {
      for (const source of Object.values(all)) await source.close();
    },
  };
}

/** The entry of a caller, with the origin of the stand-in in place of the vendor's host in the URLs of its preset. */
function callerOf(
  { caller, lookup: ownLookup }: LocalVendor,
  origin: string,
  preset: string,
): object {
  const local = JSON.stringify(presets[preset]).replaceAll(
    /https:\/\/[a-z.{}]+(?=\/)/g,
    () => origin,
  );
  const { lookup, pull } = urlsSchema.parse(JSON.parse(local));
  return {
    preset,
    scopes: ["onboard", "offboard", "update"],
    ...caller,
    lookup: { ...lookup, ...ownLookup?.(origin) },
    pull,
  };
}

const requestSchema = z.object({ url: z.string() });
/** The URLs of a preset, and nothing else. */
const urlsSchema = z.object({
  lookup: z.object({
    request: requestSchema,
    avatar: z.array(z.string()).optional(),
  }),
  pull: z.object({
    request: requestSchema,
    changes: z.object({ request: requestSchema }).optional(),
  }),
});
