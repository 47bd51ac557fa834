import { isIP } from "node:net";
import { connect, type ConnectionOptions } from "node:tls";
import { errorCodeOf } from "../../shared/error-name.ts";

/** The result of a TLS handshake. `distrust` is the code of the reason why a client refuses the certificate. */
export type TlsState = {
  protocol: string;
  validToMs: number;
  distrust?: string;
};

const timeoutMs = 5_000;

/** Makes a handshake and sends nothing over it. A refused certificate does not end it: the reason is the finding. */
export function inspectTls(
  hostname: string,
  port: number,
  options: Pick<ConnectionOptions, "ca"> = {},
): Promise<TlsState> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...options,
      host: hostname,
      port,
      // TLS has no server name for an IP address.
      ...(isIP(hostname) === 0 && { servername: hostname }),
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once("error", reject);
    socket.once("timeout", () => {
      socket.destroy(Object.assign(new Error(), { name: "TimeoutError" }));
    });
    socket.once("secureConnect", () => {
      const { authorizationError: distrust } = socket;
      resolve({
        protocol: socket.getProtocol() ?? "TLS",
        validToMs: Date.parse(socket.getPeerCertificate().valid_to),
        ...(!socket.authorized && { distrust: codeOf(distrust) }),
      });
      socket.destroy();
    });
  });
}

/** Node's types declare an error, and Node gives only its code as a text. */
function codeOf(distrust: unknown): string {
  if (typeof distrust === "string") return distrust;
  return errorCodeOf(distrust) ?? "untrusted";
}
