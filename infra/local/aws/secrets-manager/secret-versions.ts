import { createHash, randomUUID } from "node:crypto";
import { localArn } from "../arn.ts";

export type SecretVersion = {
  id: string;
  value: string;
  createdAtMs: number;
  stages: string[];
};

export type Secret = {
  arn: string;
  name: string;
  createdAtMs: number;
  /** Oldest first. */
  versions: SecretVersion[];
};

/** A refusal as Secrets Manager words it; `name` is the exception's type on the wire. */
export class SecretsManagerError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** A new secret without versions; its ARN ends in six characters, as real ones do. */
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
 * Stores a value as the version `versionId` (the ClientRequestToken) and resolves to that version.
 * The same id with the same value changes nothing.
 *
 * @throws SecretsManagerError ResourceExistsException when the id holds another value.
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
      "A version with this ClientRequestToken holds another value; use a new token.",
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

/** Finds a version by id, by stage, or by both, which must then agree; AWSCURRENT by default. */
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
 * Moves or removes a staging label. Moving AWSCURRENT leaves AWSPREVIOUS on the version it leaves.
 *
 * @throws SecretsManagerError InvalidParameterException when `removeFrom` is not the version that
 * has the label, or when AWSCURRENT would be left nowhere.
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
      `The staging label ${stage} is attached to version ${holder.id}; name that one in RemoveFromVersionId.`,
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
        "AWSCURRENT can only be moved, by MoveToVersionId, not removed.",
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
