import { randomUUID } from "node:crypto";
import * as z from "zod";
import {
  failed,
  type NamedFinding,
  ok,
  skipped,
} from "../../functions/doctor/check.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { CliDependencies } from "./dependencies.ts";

/** Longer than the ten seconds for which the function of SCIM may hold its answer back. */
const timeoutMs = 15_000;
const emptyListSchema = z.object({ totalResults: z.literal(0) });

type Provider = { caller: string; key: string };

/**
 * Asks for a user who does not exist, as identity providers do when they test a connection, and as they do from outside
 * of AWS. Without the key of a caller, a refusal in the form of SCIM shows that address, route and function work.
 *
 * @param origin - of the deployment
 */
export async function tryScim(
  origin: string,
  provider: Provider | undefined,
  { fetch }: Pick<CliDependencies, "fetch">,
): Promise<NamedFinding> {
  const path = `/scim/v2/${encodeURIComponent(provider?.caller ?? "doctor")}/Users`;
  const url = new URL(path, origin);
  url.searchParams.set("filter", `userName eq "${randomUUID()}"`);
  const answer = await ask(url, provider?.key, fetch);
  const finding = answer
    ? findingOf(answer, provider)
    : failed(
        `there is no answer from ${origin}`,
        "Check the network, and the origin of the profile.",
      );
  return { name: "SCIM", ...finding };
}

type Answer = { status: number; isScim: boolean; body: unknown };

function findingOf(
  { status, isScim, body }: Answer,
  provider: Provider | undefined,
) {
  if (provider) {
    const isEmpty = emptyListSchema.safeParse(body).success;
    if (isScim && status === 200 && isEmpty)
      return ok(`a test connection of ${provider.caller} is answered`);
  } else if (isScim && status === 401)
    return ok("a request without a key is refused as it must be");
  else if (!isScim && status === 404)
    return skipped("no identity provider can connect by SCIM");
  return failed(`the answer is ${status}`, adviceFor(status, isScim));
}

async function ask(
  url: URL,
  key: string | undefined,
  fetch: CliDependencies["fetch"],
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const type = answer.headers.get("content-type") ?? "";
    return {
      status: answer.status,
      isScim: type.startsWith("application/scim+json"),
      body: parseJson(await answer.text()),
    };
  } catch {
    return undefined;
  }
}

function adviceFor(status: number, isScim: boolean): string {
  if (!isScim)
    return "Look whether the origin of the profile is the output Webhooks, and write true as scim into cdk.json.";
  switch (status) {
    case 401:
      return "The key of the profile is not one of the caller in the callers secret: correct one of them.";
    case 403:
      return "Add scim to the entry of the caller in the callers secret.";
    default:
      return "Look at the log of the function scim-receiver.";
  }
}
