import * as z from "zod";
import { presets } from "../../shared/webhook/presets/presets.ts";
import { bambooHrCredentials, createBambooHr } from "./sources/bamboohr.ts";
import { createHiBob, hiBobCredentials } from "./sources/hibob.ts";
import { createPersonio, personioCredentials } from "./sources/personio.ts";
import {
  type Source,
  type SourceOptions,
  startSource,
} from "./sources/start-source.ts";

const vendors = {
  hibob: createHiBob,
  personio: createPersonio,
  bamboohr: createBambooHr,
};
export type VendorName = keyof typeof vendors;

export type LocalSources = Record<VendorName, Source> & {
  /** Entries for the callers secret and the sources secret. Each caller has the name of its vendor. */
  callers: Record<VendorName, object>;
  sources: Record<VendorName, object>;
  /** Sends the webhooks of all stand-ins to the callers' URLs of a stack. */
  connect: (stackOrigin: string) => void;
  close: () => Promise<void>;
};

/**
 * Starts the stand-ins of all vendors, with the entries by which the local stack knows them.
 *
 * @param firstPort - of the first one; the others have the ports after it. 0 takes any free ports
 * @throws Error that names the port, if one is taken
 */
export async function startLocalSources(
  firstPort: number,
  options: Omit<SourceOptions, "port"> = {},
): Promise<LocalSources> {
  const portOf = (index: number) => firstPort && firstPort + index;
  const start = (name: VendorName, index: number) =>
    startSource(vendors[name](), { ...options, port: portOf(index) });
  const hibob = await start("hibob", 0);
  const personio = await start("personio", 1);
  const bamboohr = await start("bamboohr", 2);
  const all = { hibob, personio, bamboohr };
  return {
    ...all,
    callers: callersOf(all),
    sources: sourcesOf(all),
    connect: (stackOrigin) => {
      for (const [name, source] of Object.entries(all))
        source.connect(`${stackOrigin}/events/${name}`);
    },
    close: async () => {
      for (const source of Object.values(all)) await source.close();
    },
  };
}

const scopes = ["onboard", "offboard", "update"];

function callersOf({
  hibob,
  personio,
  bamboohr,
}: Record<VendorName, Source>): Record<VendorName, object> {
  return {
    hibob: {
      preset: "hibob",
      keys: [hiBobCredentials.webhookSecret],
      scopes,
      ...partsAt("hibob", hibob.origin),
      lookup: {
        ...partsAt("hibob", hibob.origin).lookup,
        // The address of an avatar in a record must be on the public internet, which the stand-in is not.
        map: { fields: { "/avatar/url": null } },
        avatar: [`${hibob.origin}/images/{employeeId}.png`],
      },
    },
    personio: {
      preset: "personio",
      keys: [personioCredentials.webhookToken],
      scopes,
      ...partsAt("personio", personio.origin),
    },
    bamboohr: {
      preset: "bamboohr",
      host: `${bambooHrCredentials.companyDomain}.bamboohr.com`,
      keys: [bambooHrCredentials.privateKey],
      scopes,
      ...partsAt("bamboohr", bamboohr.origin),
    },
  };
}

function sourcesOf({
  hibob,
  personio,
  bamboohr,
}: Record<VendorName, Source>): Record<VendorName, object> {
  const { serviceUserId, token } = hiBobCredentials;
  const { clientId, clientSecret } = personioCredentials;
  return {
    hibob: {
      hosts: [new URL(hibob.origin).host],
      auth: { type: "basic", username: serviceUserId, password: token },
    },
    personio: {
      hosts: [new URL(personio.origin).host],
      auth: {
        type: "oauth2",
        tokenUrl: `${personio.origin}/v2/auth/token`,
        clientId,
        clientSecret,
        credentials: "form",
      },
    },
    bamboohr: {
      hosts: [new URL(bamboohr.origin).host],
      auth: {
        type: "basic",
        username: bambooHrCredentials.apiKey,
        password: "x",
      },
    },
  };
}

/** Lookup and pull of the vendor's preset, with the origin of the stand-in in place of the vendor's host. */
function partsAt(name: VendorName, origin: string) {
  const { lookup, pull } = partsSchema.parse(presets[name]);
  const local = (url: string) =>
    url.replace(/^https:\/\/[a-z.{}]+(?=\/)/, () => origin);
  const { request, avatar } = lookup;
  return {
    lookup: {
      request: { url: local(request.url) },
      ...(avatar && { avatar: avatar.map(local) }),
    },
    pull: { request: { url: local(pull.request.url) } },
  };
}

const requestSchema = z.object({ url: z.string() });
const partsSchema = z.object({
  lookup: z.object({
    request: requestSchema,
    avatar: z.array(z.string()).optional(),
  }),
  pull: z.object({ request: requestSchema }),
});
