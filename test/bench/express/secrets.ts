import {
  GetSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { z } from "zod";

const client = new SecretsManagerClient({});

const callersSchema = z.record(
  z.string(),
  z.object({ scheme: z.string(), keys: z.array(z.string()).optional() }),
);

let callers: Promise<z.infer<typeof callersSchema>> | undefined;

/** Reads once and keeps the secrets in the memory of the sandbox. */
export function readCallers(): Promise<z.infer<typeof callersSchema>> {
  callers ??= read(process.env["CALLERS_SECRET"]).then((text) =>
    callersSchema.parse(text),
  );
  return callers;
}

async function read(SecretId: string | undefined): Promise<unknown> {
  const { SecretString = "null" } = await client.send(
    new GetSecretValueCommand({ SecretId }),
  );
  return JSON.parse(SecretString);
}
