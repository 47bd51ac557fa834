/** A limit that an answer shows. `windowSeconds` is absent where the header does not tell it. */
export type ShownLimit = { calls: number; windowSeconds?: number };

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Reads the limit of requests from the headers of an answer: `RateLimit-Policy: "default";q=100;w=60` of
 * draft-ietf-httpapi-ratelimit-headers, `RateLimit-Limit: 100, 100;w=60` of its earlier versions, or
 * `X-RateLimit-Limit: 100`. Of several limits, the one with the fewest calls a second counts.
 */
export function parseRateLimit(headers: Headers): ShownLimit | undefined {
  const policies = itemsOf(headers["ratelimit-policy"]).flatMap((item) =>
    limitOf(parameterOf(item, "q"), item),
  );
  if (policies.length > 0) return strictest(policies);
  const quotas = itemsOf(headers["ratelimit-limit"]).flatMap((item) =>
    limitOf(numberOf(item), item),
  );
  const known = quotas.filter(({ windowSeconds }) => windowSeconds);
  if (quotas.length > 0) return strictest(known.length > 0 ? known : quotas);
  const [quota] = itemsOf(headers["x-ratelimit-limit"]);
  return quota === undefined ? undefined : limitOf(numberOf(quota), quota)[0];
}

/** How many calls a second a limit allows, if it tells its window. */
export function callsPerSecondOf({
  calls,
  windowSeconds,
}: ShownLimit): number | undefined {
  return windowSeconds === undefined ? undefined : calls / windowSeconds;
}

function itemsOf(header: string | undefined): string[] {
  return header?.split(",").map((item) => item.trim()) ?? [];
}

function limitOf(calls: number | undefined, item: string): ShownLimit[] {
  if (calls === undefined) return [];
  const windowSeconds = parameterOf(item, "w");
  return [{ calls, ...(windowSeconds && { windowSeconds }) }];
}

function parameterOf(item: string, name: string): number | undefined {
  const pattern = new RegExp(`;\\s*${name}=(\\d{1,9})(?![\\d.])`);
  return numberOf(pattern.exec(item)?.[1] ?? "");
}

function numberOf(text: string): number | undefined {
  const digits = /^\d{1,9}(?![\d.])/.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

function strictest(limits: ShownLimit[]): ShownLimit | undefined {
  const rateOf = (limit: ShownLimit) => callsPerSecondOf(limit) ?? limit.calls;
  return limits.toSorted((one, other) => rateOf(one) - rateOf(other))[0];
}
