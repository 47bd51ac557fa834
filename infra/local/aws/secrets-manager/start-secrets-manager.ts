import * as z from "zod";
import {
  jsonAnswer,
  startHttpServer,
  type HttpAnswer,
  type HttpRequest,
  type HttpServer,
} from "../../../pages/http-server.ts";
import {
  askedOfSecretsManager,
  type Permits,
  requirePermission,
} from "../permissions.ts";
import { createJsonFolder } from "../json-folder.ts";
import {
  createSecret,
  secretSchema,
  findVersion,
  moveStage,
  putVersion,
  SecretsManagerError,
  type Secret,
  type SecretVersion,
} from "./secret-versions.ts";
import { answerWithFault, type SecretFault } from "./secret-faults.ts";

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
const createSchema = z.object({
  Name: z.string().regex(/^[A-Za-z0-9/_+=.@-]{1,512}$/),
  ClientRequestToken: versionId.optional(),
  SecretString: secretString.optional(),
});
const putSchema = z.object({
  SecretId: z.string(),
  ClientRequestToken: versionId.optional(),
  SecretString: secretString,
  VersionStages: z.array(z.string()).min(1).optional(),
});
const getSchema = z.object({
  SecretId: z.string(),
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
});
const describeSchema = z.object({ SecretId: z.string() });
const moveSchema = z.object({
  SecretId: z.string(),
  VersionStage: z.string(),
  RemoveFromVersionId: z.string().optional(),
  MoveToVersionId: z.string().optional(),
});

/**
 * Starts Secrets Manager on loopback with the five operations to read and rotate a text secret. Binary
 * secrets are not supported.
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
  return startHttpServer({
    port,
    maxBodyBytes: 1024 * 1024,
    tooLarge: refuse("InvalidRequestException", "The request is too large."),
    answer: requirePermission(
      async (request) => {
        const now = fault();
        if (now) return answerWithFault(now);
        const answer = answerTo(request, store, nowMs());
        if (!isRead(request)) save();
        return answer;
      },
      permits,
      askedOfSecretsManager,
    ),
  });
}

const recordSchema = z.record(z.string(), z.unknown());

function currentValue(secret: Secret): string {
  return findVersion(secret, undefined, undefined).value;
}

const targetOf = (request: HttpRequest) =>
  request.headers.get("x-amz-target")?.[0] ?? "";
const isRead = (request: HttpRequest) =>
  /\.(Get|Describe)/.test(targetOf(request));
/** A secret's name may have slashes. */
const fileNameOf = ({ name }: Secret) => encodeURIComponent(name);

function answerTo(
  request: HttpRequest,
  store: Map<string, Secret>,
  nowMs: number,
): HttpAnswer {
  try {
    const input: unknown = JSON.parse(request.body.toString());
    return jsonAnswer(200, run(targetOf(request), input, store, nowMs), {
      "content-type": "application/x-amz-json-1.1",
    });
  } catch (error) {
    if (error instanceof SecretsManagerError) {
      return refuse(error.name, error.message);
    }
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      const paths =
        error instanceof z.ZodError
          ? error.issues.map(({ path }) => path.join("."))
          : [];
      return refuse(
        "InvalidParameterException",
        `The request is not valid. Check: ${paths.join(", ") || "its JSON"}.`,
      );
    }
    throw error;
  }
}

function run(
  target: string,
  input: unknown,
  store: Map<string, Secret>,
  nowMs: number,
): unknown {
  switch (target) {
    case "secretsmanager.CreateSecret": {
      const { Name, SecretString, ClientRequestToken } =
        createSchema.parse(input);
      const existing = store.get(Name);
      if (
        existing &&
        !isSameRequest(existing, ClientRequestToken, SecretString)
      ) {
        throw new SecretsManagerError(
          "ResourceExistsException",
          `The secret ${Name} already exists; use PutSecretValue.`,
        );
      }
      const secret = existing ?? createSecret(Name, nowMs);
      store.set(Name, secret);
      const version =
        SecretString === undefined
          ? undefined
          : putVersion(secret, SecretString, nowMs, ClientRequestToken);
      return { ...identify(secret), VersionId: version?.id };
    }
    case "secretsmanager.PutSecretValue": {
      const { SecretId, SecretString, ClientRequestToken, VersionStages } =
        putSchema.parse(input);
      const secret = findSecret(store, SecretId);
      return withVersion(
        secret,
        putVersion(
          secret,
          SecretString,
          nowMs,
          ClientRequestToken,
          VersionStages,
        ),
      );
    }
    case "secretsmanager.GetSecretValue": {
      const { SecretId, VersionId, VersionStage } = getSchema.parse(input);
      const secret = findSecret(store, SecretId);
      const version = findVersion(secret, VersionId, VersionStage);
      return {
        ...withVersion(secret, version),
        SecretString: version.value,
        CreatedDate: version.createdAtMs / 1000,
      };
    }
    case "secretsmanager.DescribeSecret": {
      const secret = findSecret(store, describeSchema.parse(input).SecretId);
      return {
        ...identify(secret),
        CreatedDate: secret.createdAtMs / 1000,
        VersionIdsToStages: Object.fromEntries(
          secret.versions
            .filter(({ stages }) => stages.length > 0)
            .map(({ id, stages }) => [id, stages]),
        ),
      };
    }
    case "secretsmanager.UpdateSecretVersionStage": {
      const { SecretId, VersionStage, RemoveFromVersionId, MoveToVersionId } =
        moveSchema.parse(input);
      const secret = findSecret(store, SecretId);
      moveStage(secret, VersionStage, RemoveFromVersionId, MoveToVersionId);
      return identify(secret);
    }
    default:
      throw new SecretsManagerError(
        "UnknownOperationException",
        `The local Secrets Manager has no operation ${target}.`,
      );
  }
}

function isSameRequest(
  secret: Secret,
  token: string | undefined,
  value: string | undefined,
): boolean {
  const version = secret.versions.find(({ id }) => id === token);
  return version !== undefined && version.value === value;
}

/** Finds a secret by its name, its ARN, or its ARN without the random suffix. */
function findSecret(store: Map<string, Secret>, secretId: string): Secret {
  const secret =
    store.get(secretId) ??
    [...store.values()].find(
      ({ arn }) => arn === secretId || arn.slice(0, -7) === secretId,
    );
  if (secret) return secret;
  throw new SecretsManagerError(
    "ResourceNotFoundException",
    "Secrets Manager can't find the specified secret.",
  );
}

function identify({ arn, name }: Secret): { ARN: string; Name: string } {
  return { ARN: arn, Name: name };
}

function withVersion(secret: Secret, version: SecretVersion) {
  return {
    ...identify(secret),
    VersionId: version.id,
    VersionStages: version.stages,
  };
}

function refuse(type: string, message: string): HttpAnswer {
  return jsonAnswer(
    400,
    { __type: type, Message: message, message },
    {
      "content-type": "application/x-amz-json-1.1",
      "x-amzn-errortype": type,
    },
  );
}
