import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { localArn } from "../arn.ts";

const versionSchema = z.object({
  id: z.string(),
  value: z.string(),
  createdAtMs: z.number(),
  stages: z.array(z.string()),
});
export type SecretVersion = z.infer<typeof versionSchema>;

export const secretSchema = z.object({
  arn: z.string(),
  name: z.string(),
  createdAtMs: z.number(),
  /** Oldest first. */
  versions: z.array(versionSchema),
});
export type Secret = z.infer<typeof secretSchema>;

/** An error response of Secrets Manager. `name` is the exception's type on the wire. */
export class SecretsManagerError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

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
 * @throws SecretsManagerError ResourceExistsException if the version has another value
 */
export function putVersion(
  secret: Secret,
  value: string,
  nowMs: number,
  versionId: string = randomUUID(),
  stages: readonly string[] = ["AWSCURRENT"],
): SecretVersion {
  const existing = secret.versions.find(({ id }) => id === versionId);
  if (existing?.value === value) return existing;
  if (existing) {
    throw new SecretsManagerError(
      "ResourceExistsException",
      "A version with this ClientRequestToken has another value; use a new token.",
    );
  }
  const version = { id: versionId, value, createdAtMs: nowMs, stages: [] };
  const isFirst = secret.versions.length === 0;
  secret.versions.push(version);
  for (const stage of new Set(isFirst ? ["AWSCURRENT", ...stages] : stages)) {
    attachStage(secret, stage, version);
  }
  return version;
}

/**
 * Finds a version by its id, by its staging label, or by both. If neither is given, finds AWSCURRENT.
 *
 * @throws SecretsManagerError ResourceNotFoundException if no version matches
 */
export function findVersion(
  secret: Secret,
  versionId: string | undefined,
  stage: string | undefined,
): SecretVersion {
  const wantedStage = stage ?? (versionId === undefined ? "AWSCURRENT" : stage);
  const version = secret.versions.find(
    ({ id, stages }) =>
      (versionId === undefined || id === versionId) &&
      (wantedStage === undefined || stages.includes(wantedStage)),
  );
  if (version) return version;
  throw new SecretsManagerError(
    "ResourceNotFoundException",
    "Secrets Manager can't find the specified secret value for the given version or staging label.",
  );
}

/**
 * Moves or removes a staging label. If AWSCURRENT moves, its old version gets AWSPREVIOUS.
 *
 * @throws SecretsManagerError InvalidParameterException if the label is not on the version `removeFrom`, or if no version
 * would have AWSCURRENT
 */
export function moveStage(
  secret: Secret,
  stage: string,
  removeFrom: string | undefined,
  moveTo: string | undefined,
): void {
  const holder = secret.versions.find(({ stages }) => stages.includes(stage));
  const isMove = moveTo !== undefined && moveTo !== holder?.id;
  if (
    holder &&
    (isMove || removeFrom !== undefined) &&
    removeFrom !== holder.id
  ) {
    throw invalidParameter(
      `The staging label ${stage} is attached to version ${holder.id}; pass that version in RemoveFromVersionId.`,
    );
  }
  if (!holder && removeFrom !== undefined) {
    throw invalidParameter(
      `The staging label ${stage} is attached to no version.`,
    );
  }
  if (moveTo === undefined) {
    if (stage === "AWSCURRENT") {
      throw invalidParameter(
        "AWSCURRENT cannot be removed; move it with MoveToVersionId.",
      );
    }
    detachStage(secret, stage);
  } else {
    attachStage(secret, stage, findVersion(secret, moveTo, undefined));
  }
}

function attachStage(secret: Secret, stage: string, to: SecretVersion): void {
  if (to.stages.includes(stage)) return;
  const from = detachStage(secret, stage);
  to.stages.push(stage);
  if (stage === "AWSCURRENT" && from) attachStage(secret, "AWSPREVIOUS", from);
}

function detachStage(secret: Secret, stage: string): SecretVersion | undefined {
  const holder = secret.versions.find(({ stages }) => stages.includes(stage));
  if (holder) holder.stages = holder.stages.filter((label) => label !== stage);
  return holder;
}

function invalidParameter(message: string): SecretsManagerError {
  return new SecretsManagerError("InvalidParameterException", message);
}
