import * as z from "zod";
import { jsonObjectSchema } from "../../../../shared/fields.ts";
import {
  startHttpServer,
  type HttpServer,
  type HttpAnswer,
} from "../../../pages/http-server.ts";
import {
  answerOperations,
  AwsError,
  errorAnswer,
  inputOf,
  operation,
  targetOf,
} from "../aws-error.ts";
import { localArn } from "../arn.ts";
import { withAwsConditions, type AwsConditions } from "../aws-service.ts";
import { createJsonFolder } from "../json-folder.ts";

const secretSchema = z.object({
  /** The name of the secret, encoded as the name of a file, because it may have slashes. */
  id: z.string(),
  /** The oldest first. */
  values: z.array(z.string()),
});
/** Where a version is among the values, by its staging label. */
const stages = { AWSCURRENT: -1, AWSPREVIOUS: -2 };

const maxValueBytes = 65_536;

/** What every request has. */
const namedSchema = z.object({ SecretId: z.string() });
// Strict: a request that asks for more than these operations do is refused.
const describeSchema = z.strictObject({ SecretId: z.string() });
const getSchema = describeSchema.extend({
  VersionStage: z.enum(["AWSCURRENT", "AWSPREVIOUS"]).default("AWSCURRENT"),
});
const putSchema = describeSchema.extend({
  ClientRequestToken: z.string(),
  SecretString: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= maxValueBytes),
});
/**
 * Starts Secrets Manager on loopback with the three operations to read and change a text secret. A secret is known by its
 * name. Ids of versions, binary secrets and own staging labels are not supported. infra/local/README.md says how it
 * differs from AWS.
 */
export async function startSecretsManager({
  secrets = {},
  entries = {},
  folder,
  fault = () => undefined,
  ...conditions
}: AwsConditions & {
  /** Values by secret name, stored as JSON text. A secret whose value is undefined has none yet. @default {} */
  secrets?: Record<string, unknown>;
  /** Entries by secret name, which each start puts into the secret, also into one that the folder kept. @default {} */
  entries?: Record<string, Record<string, unknown>>;
  /** Folder that keeps the secrets after the process has ended. @default none: they are in memory */
  folder?: string | undefined;
  /** Answers a request with an error instead: an outage, throttling, or a denial. @default never */
  fault?: () => SecretFault | undefined;
} = {}): Promise<HttpServer> {
  const documents = createJsonFolder(folder, secretSchema);
  const store = new Map(documents.load().map((secret) => [secret.id, secret]));
  const put = (name: string, ...values: string[]) => {
    const id = encodeURIComponent(name);
    const kept = store.get(id)?.values ?? [];
    const secret = { id, values: [...kept, ...values] };
    store.set(id, secret);
    documents.save(secret);
  };
  const requireSecret = (name: string): z.infer<typeof secretSchema> =>
    store.get(encodeURIComponent(name)) ?? refuseMissing();

  for (const [name, value] of Object.entries(secrets))
    if (!store.has(encodeURIComponent(name)))
      put(name, ...(value === undefined ? [] : [JSON.stringify(value)]));
  for (const [name, added] of Object.entries(entries)) {
    const kept = store.get(encodeURIComponent(name))?.values.at(-1);
    const before = jsonObjectSchema.parse(JSON.parse(kept ?? "{}"));
    const value = JSON.stringify({ ...before, ...added });
    // An equal version would replace the previous one.
    if (value !== kept) put(name, value);
  }

  const operations = {
    DescribeSecret: operation(describeSchema, ({ SecretId }) => {
      requireSecret(SecretId);
      return { Name: SecretId };
    }),
    GetSecretValue: operation(getSchema, ({ SecretId, VersionStage }) => {
      const value = requireSecret(SecretId).values.at(stages[VersionStage]);
      return {
        Name: SecretId,
        SecretString: value ?? refuseMissing(),
        VersionStages: [VersionStage],
      };
    }),
    PutSecretValue: operation(putSchema, ({ SecretId, SecretString }) => {
      requireSecret(SecretId);
      put(SecretId, SecretString);
      return { Name: SecretId };
    }),
  };
  const answer = answerOperations(operations, "InvalidParameterException");
  return startHttpServer(
    withAwsConditions(
      async (request) => {
        const injected = fault();
        return injected ? secretFaults[injected] : answer(request);
      },
      {
        askedOf: (request) => {
          const { data } = namedSchema.safeParse(inputOf(request));
          return {
            action: targetOf(request).join(":"),
            resource: localArn(
              "secretsmanager",
              `secret:${data?.SecretId ?? ""}`,
            ),
          };
        },
        throttled: secretFaults.throttled,
        lost: secretFaults["internal-error"],
        // A repeated PutSecretValue would add a second version here.
        isRepeatable: (request) => targetOf(request)[1] !== "PutSecretValue",
      },
      conditions,
    ),
  );
}

function refuseMissing(): never {
  throw new AwsError(
    "ResourceNotFoundException",
    400,
    "Secrets Manager can't find the specified secret, or the specified version of it.",
  );
}

/**
 * What Secrets Manager can answer instead of a secret. `internal-error`, `unavailable` and `throttled` are outages. An
 * operator can cause `access-denied` and `deleted`.
 *
 * @see Secrets Manager API reference, "GetSecretValue" and "Common Errors"
 */
const secretFaults = {
  "internal-error": errorAnswer(
    500,
    "InternalServiceError",
    "An error occurred.",
  ),
  /** A part in front of the service answers, in a form that the SDK cannot read. */
  unavailable: {
    status: 503,
    headers: { "content-type": "text/html" },
    body: "<html>503 Service Unavailable</html>",
  },
  throttled: errorAnswer(400, "ThrottlingException", "Rate exceeded"),
  "access-denied": errorAnswer(
    400,
    "AccessDeniedException",
    "The identity is not authorized to perform secretsmanager:GetSecretValue.",
  ),
  deleted: errorAnswer(
    400,
    "ResourceNotFoundException",
    "Secrets Manager can't find the specified secret.",
  ),
} satisfies Record<string, HttpAnswer>;

export type SecretFault = keyof typeof secretFaults;
