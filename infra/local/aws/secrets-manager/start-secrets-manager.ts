import * as z from "zod";
import {
  startHttpServer,
  type HttpServer,
} from "../../../pages/http-server.ts";
import {
  answerOperations,
  AwsError,
  errorAnswer,
  operation,
} from "../aws-error.ts";
import { createJsonFolder } from "../json-folder.ts";
import {
  askedOfSecretsManager,
  type Permits,
  requirePermission,
} from "../permissions.ts";
import { secretFaults, type SecretFault } from "./secret-faults.ts";
import {
  createSecret,
  findVersion,
  putVersion,
  secretSchema,
  stagesOf,
  type Secret,
} from "./secret-versions.ts";

export type SecretsManagerOptions = {
  /** 0 takes any free port. @default 0 */
  port?: number;
  /** Values by secret name, stored as JSON text. @default {} */
  secrets?: Record<string, unknown>;
  /** Entries by secret name, which each start puts into the secret, also into one that the folder kept. @default {} */
  entries?: Record<string, Record<string, unknown>>;
  /** Folder that keeps the secrets after the process has ended. @default none: they are in memory */
  folder?: string | undefined;
  nowMs?: () => number;
  /** Answers a request with an error instead: an outage, throttling, or a denial. @default never */
  fault?: () => SecretFault | undefined;
  /** Which requests IAM allows. @default all */
  permits?: Permits | undefined;
};

const secretDocumentSchema = secretSchema.extend({ id: z.string() });

/** The size limit of a value, in bytes. */
const maxValueBytes = 65_536;

const secretString = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= maxValueBytes);
const versionId = z.string().min(32).max(64);
// Strict: a request that asks for more than these operations do is refused.
const createSchema = z.strictObject({
  Name: z.string().regex(/^[A-Za-z0-9/_+=.@-]{1,512}$/),
  ClientRequestToken: versionId.optional(),
  SecretString: secretString.optional(),
});
const describeSchema = z.strictObject({ SecretId: z.string() });
const putSchema = describeSchema.extend({
  ClientRequestToken: versionId.optional(),
  SecretString: secretString,
});
const getSchema = describeSchema.extend({
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
});

/**
 * Starts Secrets Manager on loopback with the four operations to create, read and change a text secret. Binary
 * secrets and own staging labels are not supported.
 *
 * It is kinder than AWS in two ways: a new version is visible immediately, and without `permits` any credentials are
 * accepted. Requests are throttled, and a secret is deleted or cannot be decrypted, only when the option `fault` says so.
 */
export async function startSecretsManager({
  port = 0,
  secrets = {},
  entries = {},
  folder,
  nowMs = Date.now,
  fault = () => undefined,
  permits,
}: SecretsManagerOptions = {}): Promise<HttpServer> {
  const documents = createJsonFolder(folder, secretDocumentSchema);
  const store = new Map<string, Secret>(
    documents.load().map(({ id: _, ...secret }) => [secret.name, secret]),
  );
  const save = () => {
    for (const secret of store.values())
      documents.save({ ...secret, id: fileNameOf(secret) });
  };
  for (const [name, value] of Object.entries(secrets)) {
    if (store.has(name)) continue;
    const secret = createSecret(name, nowMs());
    putVersion(secret, JSON.stringify(value), nowMs());
    store.set(name, secret);
  }
  for (const [name, added] of Object.entries(entries)) {
    const secret = store.get(name) ?? createSecret(name, nowMs());
    const kept = secret.versions.length > 0 ? currentValue(secret) : undefined;
    const before = recordSchema.parse(JSON.parse(kept ?? "{}"));
    const value = JSON.stringify({ ...before, ...added });
    if (value !== kept) putVersion(secret, value, nowMs());
    store.set(name, secret);
  }
  save();
  const answer = answerOperations(
    createOperations(store, nowMs, save),
    "InvalidParameterException",
  );
  return startHttpServer({
    port,
    maxBodyBytes: 1024 * 1024,
    tooLarge: errorAnswer(
      400,
      "InvalidRequestException",
      "The request is too large.",
    ),
    answer: requirePermission(
      async (request) => {
        const now = fault();
        return now ? secretFaults[now] : answer(request);
      },
      permits,
      askedOfSecretsManager,
    ),
  });
}

const recordSchema = z.record(z.string(), z.unknown());

function currentValue(secret: Secret): string {
  return findVersion(secret).value;
}

/** A secret's name may have slashes. */
const fileNameOf = ({ name }: Secret) => encodeURIComponent(name);

function createOperations(
  store: Map<string, Secret>,
  nowMs: () => number,
  save: () => void,
) {
  return {
    CreateSecret: operation(createSchema, (input) => {
      const { Name, SecretString, ClientRequestToken } = input;
      const existing = store.get(Name);
      const isRepeated = existing?.versions.some(
        ({ id, value }) => id === ClientRequestToken && value === SecretString,
      );
      if (existing && !isRepeated)
        throw new AwsError(
          "ResourceExistsException",
          400,
          `The secret ${Name} already exists; use PutSecretValue.`,
        );
      const secret = existing ?? createSecret(Name, nowMs());
      store.set(Name, secret);
      const version =
        SecretString === undefined
          ? undefined
          : putVersion(secret, SecretString, nowMs(), ClientRequestToken);
      save();
      return { ...identify(secret), VersionId: version?.id };
    }),

    PutSecretValue: operation(putSchema, (input) => {
      const { SecretId, SecretString, ClientRequestToken } = input;
      const secret = findSecret(store, SecretId);
      const version = putVersion(
        secret,
        SecretString,
        nowMs(),
        ClientRequestToken,
      );
      save();
      return {
        ...identify(secret),
        VersionId: version.id,
        VersionStages: stagesOf(secret, version),
      };
    }),

    GetSecretValue: operation(getSchema, (input) => {
      const { SecretId, VersionId, VersionStage } = input;
      const secret = findSecret(store, SecretId);
      const version = findVersion(secret, VersionId, VersionStage);
      return {
        ...identify(secret),
        VersionId: version.id,
        VersionStages: stagesOf(secret, version),
        SecretString: version.value,
        CreatedDate: version.createdAtMs / 1000,
      };
    }),

    DescribeSecret: operation(describeSchema, ({ SecretId }) => {
      const secret = findSecret(store, SecretId);
      return { ...identify(secret), CreatedDate: secret.createdAtMs / 1000 };
    }),
  };
}

/** Finds a secret by its name, its ARN, or its ARN without the random suffix. */
function findSecret(store: Map<string, Secret>, secretId: string): Secret {
  const secret =
    store.get(secretId) ??
    [...store.values()].find(
      ({ arn }) => arn === secretId || arn.slice(0, -7) === secretId,
    );
  if (secret) return secret;
  throw new AwsError(
    "ResourceNotFoundException",
    400,
    "Secrets Manager can't find the specified secret.",
  );
}

function identify({ arn, name }: Secret): { ARN: string; Name: string } {
  return { ARN: arn, Name: name };
}
