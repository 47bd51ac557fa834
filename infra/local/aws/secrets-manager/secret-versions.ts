import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { localArn } from "../arn.ts";
import { AwsError } from "../aws-error.ts";

const versionSchema = z.object({
  id: z.string(),
  value: z.string(),
  createdAtMs: z.number(),
});
type SecretVersion = z.infer<typeof versionSchema>;

export const secretSchema = z.object({
  arn: z.string(),
  name: z.string(),
  createdAtMs: z.number(),
  /** Oldest first. The newest is AWSCURRENT, and the one before it is AWSPREVIOUS. */
  versions: z.array(versionSchema),
});
export type Secret = z.infer<typeof secretSchema>;

/** The staging labels of the newest version and of the one before it. */
const stages = ["AWSCURRENT", "AWSPREVIOUS"];

/** Creates a secret without versions. As on AWS, its ARN ends in a hyphen and six characters. */
export function createSecret(name: string, nowMs: number): Secret {
  const suffix = createHash("sha256").update(name).digest("hex").slice(0, 6);
  return {
    arn: localArn("secretsmanager", `secret:${name}-${suffix}`),
    name,
    createdAtMs: nowMs,
    versions: [],
  };
}

/**
 * Stores a value as the version `versionId` (the ClientRequestToken) and returns that version. A call with the same id
 * and the same value changes nothing.
 *
 * @throws AwsError ResourceExistsException if the version has another value
 */
export function putVersion(
  secret: Secret,
  value: string,
  nowMs: number,
  versionId: string = randomUUID(),
): SecretVersion {
  const existing = secret.versions.find(({ id }) => id === versionId);
  if (existing?.value === value) return existing;
  if (existing)
    throw new AwsError(
      "ResourceExistsException",
      400,
      "A version with this ClientRequestToken has another value; use a new token.",
    );
  const version = { id: versionId, value, createdAtMs: nowMs };
  secret.versions.push(version);
  return version;
}

/** The staging labels of a version. */
export function stagesOf({ versions }: Secret, { id }: SecretVersion) {
  const fromNewest = versions.toReversed().findIndex((one) => one.id === id);
  return stages.slice(fromNewest, fromNewest + 1);
}

/**
 * Finds a version by its id, by its staging label, or by both. If neither is given, finds AWSCURRENT.
 *
 * @throws AwsError ResourceNotFoundException if no version matches
 */
export function findVersion(
  secret: Secret,
  versionId?: string,
  stage = versionId === undefined ? "AWSCURRENT" : undefined,
): SecretVersion {
  const version = secret.versions.find(
    (one) =>
      (versionId === undefined || one.id === versionId) &&
      (stage === undefined || stagesOf(secret, one).includes(stage)),
  );
  if (version) return version;
  throw new AwsError(
    "ResourceNotFoundException",
    400,
    "Secrets Manager can't find the specified secret value for the given version or staging label.",
  );
}
