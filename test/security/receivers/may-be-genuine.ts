import { localSecrets } from "../../../infra/local/credentials.ts";
import { configured, oktaToken, tokenOfVendor } from "./receivers-for-test.ts";
import { headerOf, type WireRequest } from "./wire.ts";

const { ops, mattermost } = localSecrets.callers;

/** Texts that make every request authentic which has them. */
const tokens = [
  ops.keys[0],
  mattermost.keys[0],
  oktaToken,
  configured.header.keys[0],
  Buffer.from(configured.basic.keys[0]).toString("base64"),
  tokenOfVendor,
];

const vouchers = [
  { name: "webhook-id" },
  { name: "webhook-timestamp" },
  // A list in which one valid item is enough.
  { name: "webhook-signature", isPart: true },
  { name: "x-bamboohr-timestamp" },
  { name: "x-bamboohr-signature" },
  { name: "x-slack-request-timestamp" },
  { name: "x-slack-signature" },
  { name: "x-vendor-id" },
  { name: "x-vendor-time" },
  { name: "x-vendor-signature" },
  { name: "x-signature-timestamp" },
  { name: "x-signature-ed25519" },
  { name: "x-vendor-token" },
  { name: "authorization", isPart: true },
].map((one) => ({ isPart: false, ...one }));

/**
 * Whether the owner of the key may have written a request, decided without the code under test: by the parts that the
 * recording's scheme signs. A token signs nothing, so only the token counts.
 */
export function mayBeGenuine(
  request: WireRequest,
  recordings: readonly WireRequest[],
): boolean {
  const text = `${request.headers.join("\n")}\n${Buffer.from(request.body).toString("latin1")}`;
  if (tokens.some((token) => text.includes(token))) return true;
  return recordings.some(
    (recording) =>
      Buffer.compare(recording.body, request.body) === 0 &&
      vouchers.every(({ name, isPart }) => {
        const [was, is] = [
          signedPartOf(recording, name),
          signedPartOf(request, name),
        ];
        return was === "" || (isPart ? is.includes(was) : is.trim() === was);
      }),
  );
}

/** An authorization scheme may be written in either case, and spaces may follow it (RFC 9110, §11.1 and §11.4). */
function signedPartOf(request: WireRequest, name: string): string {
  const value = headerOf(request, name);
  return name === "authorization"
    ? value.replace(
        /\b(bearer|hmac|basic) +/gi,
        (_, scheme: string) => `${scheme.toLowerCase()} `,
      )
    : value;
}

/** The same request with another last character of its token, if it has one. */
export function withBrokenToken(request: WireRequest): WireRequest {
  const broken = (text: string) =>
    tokens.reduce(
      (changed, token) => changed.replaceAll(token, `${token.slice(0, -1)}x`),
      text,
    );
  const text = Buffer.from(request.body).toString();
  return {
    ...request,
    headers: request.headers.map(([name, value]) => [name, broken(value)]),
    body: Buffer.from(broken(text)),
  };
}
