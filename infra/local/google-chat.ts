import { exportJWK, generateKeyPair, SignJWT } from "jose";
import {
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../pages/http-server.ts";

const issuer = "chat@system.gserviceaccount.com";
const audience = "local-project";

/** Google Chat on this machine: the entry of its caller, and a token with which it authenticates. */
export type LocalGoogleChat = HttpServer & { entry: object; token: string };

/** Starts a stand-in of Google's issuer. It publishes its key, and has signed one token for a hundred years. */
export async function startGoogleChat(): Promise<LocalGoogleChat> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "local" }];
  const server = await startHttpServer(async () => jsonAnswer(200, { keys }));
  return {
    ...server,
    entry: {
      scheme: "jwt",
      chat: "google-chat",
      issuer,
      audience,
      jwksUrl: `${server.endpoint}/keys`,
      scopes: ["status:own"],
    },
    token: await new SignJWT()
      .setProtectedHeader({ alg: "RS256", kid: "local" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime("100y")
      .sign(privateKey),
  };
}
