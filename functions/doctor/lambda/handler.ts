import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod/mini";
import { jsonObjectSchema } from "../../../shared/fields.ts";
import { readSecret } from "../../../shared/aws/secrets.ts";
import { clientOptions } from "../../../shared/aws/client-options.ts";
import {
  connectDynamoDb,
  connectTable,
} from "../../../shared/runtime/connections.ts";
import { communitySecretSchema } from "../../../shared/platform-auth/community-secret.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createRateLimiter } from "../../../shared/store/rate-limiter.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { subscribersSchema } from "../../../shared/webhook/subscribers-secret.ts";
import { createPageReader } from "../checks/pulls.ts";
import { doctorConfig } from "../config.ts";
import { type Diagnosis, doctorRequestSchema } from "../contract.ts";
import { diagnose } from "../diagnose.ts";
import { inspectTls } from "../inspect-tls.ts";
import type { DoctorDependencies } from "../tools.ts";

const config = readConfig(doctorConfig);
const secrets = new SecretsManagerClient(clientOptions);
const dynamodb = connectDynamoDb();
const store = connectTable(config.storeTable, dynamodb);
const tokens = connectTable(config.tokensTable, dynamodb);

const read = <S extends z.ZodMiniType>(name: string, schema: S) =>
  readSecret(secrets, name, schema);

const dependencies: DoctorDependencies = {
  config,
  readCommunity: () => read(config.communitySecret, communitySecretSchema),
  readCallers: () => read(config.callersSecret, callersSchema),
  readSubscribers: () => read(config.subscribersSecret, subscribersSchema),
  readSources: () => read(config.sourcesSecret, jsonObjectSchema),
  probeTables: {
    store: () => store.get("doctor", z.unknown()),
    tokens: () => tokens.get("doctor", z.unknown()),
  },
  readPage: createPageReader({ allowsLoopback: config.loopbackHttp }),
  rateLimiter: createRateLimiter(store, Date.now),
  lookup: (host) => lookup(host, { all: true }),
  inspectTls,
  nowMs: Date.now,
  randomHex: (bytes) => randomBytes(bytes).toString("hex"),
};

/** Invoked with the AWS credentials of an operator. @throws ZodError if the request does not have its shape */
export const handler = async (
  event: unknown,
  context: { getRemainingTimeInMillis: () => number },
): Promise<Diagnosis> =>
  diagnose(
    dependencies,
    doctorRequestSchema.parse(event),
    context.getRemainingTimeInMillis(),
  );
