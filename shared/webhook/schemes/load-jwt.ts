import * as z from "zod/mini";
import { parseJson } from "../../parse-json.ts";
import { bearerToken } from "./tokens.ts";
import { jwtFields, type JwtOptions, type ReadKeys } from "./jwt.ts";
import {
  defineScheme,
  type SignedRequest,
  type SchemeVerdict,
} from "./scheme.ts";
import type { createJwtVerifier } from "./verify-jwt.ts";

const headerSchema = z.object({ alg: z.string() });
const payloadSchema = z.object({ iss: z.string() });

/**
 * Creates the check of tokens (RFC 7519). The code for it is a file of its own, which is loaded only where an entry has
 * this scheme: most deployments have none, and each cold start would pay for it.
 */
export function createJwtCheck(
  nowMs: () => number,
  readKeys?: ReadKeys,
  allowsLoopback = false,
) {
  let verifier: Promise<ReturnType<typeof createJwtVerifier>> | undefined;
  const load = () =>
    (verifier ??= import("./verify-jwt.ts").then((module) =>
      module.createJwtVerifier(
        nowMs,
        readKeys ?? module.createKeysReader({ allowsLoopback }),
      ),
    ));

  return {
    /** Loads the code before the first request. */
    async load(): Promise<void> {
      await load();
    },

    /** Checks a token. The scheme signs neither an id nor the time of the event. */
    verify: async (
      options: JwtOptions,
      { header }: SignedRequest,
    ): Promise<SchemeVerdict> => {
      const token = bearerToken(header("authorization"));
      if (token === undefined) return { authentic: false, reason: "no-token" };
      // Algorithm and issuer are not verified yet. A token with wrong ones is not worth a look at the issuer's keys.
      return fits(token, options)
        ? (await load())(options, token)
        : { authentic: false, reason: "bad-token" };
    },
  };
}

/** Whether a token has an algorithm and the issuer of the entry, and only one spelling. */
function fits(token: string, { issuer, algorithms }: JwtOptions): boolean {
  const parts = token.split(".").map((part) => ({
    part,
    bytes: Buffer.from(part, "base64url"),
  }));
  const [head, payload] = parts.map(({ bytes }) => parseJson(bytes.toString()));
  const alg = headerSchema.safeParse(head).data?.alg;
  const iss = payloadSchema.safeParse(payload).data?.iss;
  return (
    parts.length === 3 &&
    parts.every(({ part, bytes }) => bytes.toString("base64url") === part) &&
    iss === issuer &&
    algorithms.some((algorithm) => algorithm === alg)
  );
}

export const jwt = defineScheme({
  fields: jwtFields,
  isToken: true,
  verify: (request, _keys, _nowMs, options, verifyJwt) =>
    verifyJwt(options, request),
  // The issuer signs. The key is one of its tokens.
  sign: (key) => ({ authorization: `Bearer ${key}` }),
});
