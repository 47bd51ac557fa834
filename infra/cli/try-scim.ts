import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { CheckResult } from "../../functions/doctor/contract.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { CliDependencies } from "./dependencies.ts";

/** An answer waits ten seconds at most. */
const timeoutMs = 15_000;
const emptyListSchema = z.object({ totalResults: z.literal(0) });

/**
 * Asks for a user who does not exist, as identity providers do when they test a connection, from where they are: outside.
 * Without the key of a caller, a refusal in the form of SCIM shows that address, route and function work.
 *
 * @param origin - of the deployment
 */
export async function tryScim(
  origin: string,
  provider: { caller: string; key: string } | undefined,
  { fetch }: Pick<CliDependencies, "fetch">,
): Promise<CheckResult> {
  const path = `/scim/v2/${encodeURIComponent(provider?.caller ?? "doctor")}/Users`;
  const url = new URL(path, origin);
  url.searchParams.set("filter", `userName eq "${randomUUID()}"`);
  const finding = (
    verdict: CheckResult["verdict"],
    found: string,
    advice?: string,
  ) => ({ name: "SCIM", verdict, found, ...(advice && { advice }) });

  const answer = await ask(url, provider?.key, fetch);
  if (!answer)
    return finding(
      "failed",
      `there is no answer from ${origin}`,
      "Check the network, and the origin of the profile.",
    );
  const { status, isScim, body } = answer;
  if (!provider) {
    if (isScim && status === 401)
      return finding("ok", "a request without a key is refused as it must be");
    if (!isScim && status === 404)
      return finding("skipped", "no identity provider can connect by SCIM");
  } else if (
    isScim &&
    status === 200 &&
    emptyListSchema.safeParse(body).success
  ) {
    return finding("ok", `a test connection of ${provider.caller} is answered`);
  }
  return finding(
    "failed",
    `the answer is ${status}`,
    adviceFor(status, isScim),
  );
}

async function ask(
  url: URL,
  key: string | undefined,
  fetch: CliDependencies["fetch"],
): Promise<{ status: number; isScim: boolean; body: unknown } | undefined> {
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
