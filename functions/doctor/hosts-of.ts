import type { DoctorConfig } from "./config.ts";

/** A host of the platform, and the setting that names it. */
type Host = {
  hostname: string;
  port: number;
  isSecure: boolean;
  setting: "baseUrl" | "authUrl";
};

/** The hosts of the API and of the login, or the one host of both. */
export function hostsOf({
  baseUrl,
  authUrl,
}: Pick<DoctorConfig, "baseUrl" | "authUrl">): Host[] {
  const origins = new Map<string, Host>();
  for (const [setting, text] of [
    ["baseUrl", baseUrl],
    ["authUrl", authUrl],
  ] as const) {
    const url = new URL(text);
    const isSecure = url.protocol === "https:";
    if (!origins.has(url.origin))
      origins.set(url.origin, {
        // An address of IPv6 is in brackets in a URL only.
        hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
        port: Number(url.port) || (isSecure ? 443 : 80),
        isSecure,
        setting,
      });
  }
  return [...origins.values()];
}
