import { sourceSchema } from "../../../shared/source/sources-secret.ts";
import { findMismatches } from "../../../shared/webhook/find-mismatches.ts";
import { type Check, failed, ok, skipped, warning } from "../check.ts";

/** RFC 2606 keeps these names for documents. */
const exampleHost = /(^|\.)example(\.(com|net|org))?$/;

const storeCommunity = "Store it: npm run --silent cli -- secrets community";
const storeCommand = (secret: string) =>
  `npm run --silent cli -- secrets ${secret} --file ${secret}.json`;

type NamedEntry = readonly [name: string, entry: unknown];
const listNames = (entries: readonly NamedEntry[]) =>
  entries.map(([name]) => name).join(", ");
const brokenEntries = (secret: string, broken: readonly NamedEntry[]) =>
  failed(
    `the entries of these ${secret} are invalid: ${listNames(broken)}`,
    `Find out why: ${storeCommand(secret)} --check. Then store it.`,
  );

/** Settings, secrets and tables: what an operator has deployed and stored. */
export const deploymentChecks: Check[] = [
  {
    // If a setting is invalid, the function does not even start. So only the addresses are left to check.
    name: "settings",
    run: async ({ config }) => {
      const { baseUrl, authUrl, serviceAuth, personAuth } = config;
      for (const [setting, url] of Object.entries({ baseUrl, authUrl }))
        if (exampleHost.test(new URL(url).hostname))
          return failed(
            `${setting} is the address of the example`,
            "Write the address of your platform into cdk.json, and deploy again.",
            { setting },
          );
      return ok(
        `all settings are valid; the platform is ${new URL(baseUrl).host}, the service account signs in by ${serviceAuth}, and a new person by ${personAuth}`,
      );
    },
  },
  {
    name: "community secret",
    advice: `${storeCommunity} (docs/secrets.md).`,
    run: async ({ config, readCommunity, note }) => {
      const community = await readCommunity();
      if (community === undefined)
        return failed("the secret has no value", `${storeCommunity}.`);
      note({ community });
      const { length } = Object.keys(community.passwordMaster);
      if (length === 0)
        return failed(
          "passwordMaster has no key, so no hire gets a password",
          `${storeCommunity} --new-master-version.`,
        );
      if (config.serviceAuth === "token" && community.token === undefined)
        return failed(
          "the secret has no token, which serviceAuth needs",
          `${storeCommunity}, or choose another serviceAuth.`,
          { setting: "serviceAuth" },
        );
      return ok(
        `it is complete, with ${length} ${length === 1 ? "version" : "versions"} of passwordMaster`,
      );
    },
  },
  {
    name: "callers secret",
    advice: `Store it: ${storeCommand("callers")} (docs/secrets.md).`,
    run: async ({ config, readCallers }) => {
      const callers = await readCallers();
      if (callers === undefined)
        return failed(
          "the secret has no value, so no event is accepted",
          `Store it: ${storeCommand("callers")}.`,
        );
      const entries = Object.entries(callers);
      const broken = entries.filter(([, { scheme }]) => scheme === "broken");
      if (broken.length > 0) return brokenEntries("callers", broken);
      const speaking = entries.filter(
        ([, entry]) => "scim" in entry && entry.scim,
      );
      if (speaking.length > 0 && !config.scim)
        return failed(
          `these callers speak SCIM, and its address does not exist: ${listNames(speaking)}`,
          "Write true as scim into cdk.json, and deploy again.",
          { setting: "scim" },
        );
      const having = (scope: string) =>
        entries.filter(
          ([, entry]) =>
            "scopes" in entry && entry.scopes.some((one) => one === scope),
        ).length;
      const found = `${entries.length} callers: ${having("onboard")} may hire, ${having("offboard")} may terminate, ${having("operate")} may operate`;
      if (["onboard", "offboard", "operate"].some((one) => having(one) === 0))
        return warning(
          found,
          "Give each of the scopes onboard, offboard and operate to a caller.",
        );
      return ok(found);
    },
  },
  {
    name: "subscribers secret",
    advice: `Store it again: ${storeCommand("subscribers")} (docs/secrets.md).`,
    run: async ({ readSubscribers }) => {
      const entries = Object.entries((await readSubscribers()) ?? {});
      if (entries.length === 0)
        return ok("no subscribers: notices only reach the event bus");
      const broken = entries.filter(([, { format }]) => format === "broken");
      return broken.length > 0
        ? brokenEntries("subscribers", broken)
        : ok(`${entries.length} subscribers get notices`);
    },
  },
  {
    name: "sources secret",
    advice: `Store it again: ${storeCommand("sources")} (docs/secrets.md).`,
    run: async ({ readSources, note }) => {
      const entries = Object.entries((await readSources()) ?? {});
      const sources = entries.flatMap(([name, entry]) => {
        const { data } = sourceSchema.safeParse(entry);
        return data ? [{ ...data, name }] : [];
      });
      note({ sources });
      const valid = new Set(sources.map(({ name }) => name));
      const broken = entries.filter(([name]) => !valid.has(name));
      if (broken.length > 0) return brokenEntries("sources", broken);
      return ok(
        sources.length === 0
          ? "no sources: no record is read"
          : `${sources.length} sources can be read`,
      );
    },
  },
  {
    name: "callers and sources",
    run: async ({ readCallers, readSources }) => {
      const callers = await readCallers();
      if (!callers) return skipped("the callers secret has no value");
      const mismatches = findMismatches(callers, (await readSources()) ?? {});
      if (mismatches.length === 0) return ok("sources, hosts and scopes fit");
      return warning(
        mismatches.map(({ text }) => text).join("; "),
        "Correct the entries, compare both files, and store them: npm run --silent cli -- secrets callers --file callers.json --check --sources sources.json (docs/secrets.md).",
      );
    },
  },
  {
    name: "tables",
    advice:
      "Look whether both tables exist and whether a policy of the account denies them: run npm run deploy -- --revert-drift, and read docs/operating.md.",
    run: async ({ probeTables }) => {
      await Promise.all([probeTables.store(), probeTables.tokens()]);
      return ok("both tables answer");
    },
  },
];
