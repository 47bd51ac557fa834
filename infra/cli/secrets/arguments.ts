export type SecretKind = "community" | "callers" | "sources" | "subscribers";

/** What the command does with a secret. */
export type Arguments = {
  kind: SecretKind;
  /** The deployment, by its name in the configuration. */
  profile?: string | undefined;
  /** Name or ARN. If undefined, the secret of the deployment. */
  secretId?: string | undefined;
  /** If undefined, the region of the deployment, else that of the AWS configuration. */
  region?: string | undefined;
  /** Path of the JSON file; "-" is the standard input. If undefined, the command asks for each value. */
  file?: string | undefined;
  /** Only check the file, and store nothing. */
  check?: true | undefined;
  /** Path of a file with the other one of the secrets `callers` and `sources`, to compare a checked file with. */
  otherFile?: string | undefined;
  /** The caller or the subscriber for which a new key is added to the file. Nothing is stored. */
  generateKey?: string | undefined;
  newMasterVersion?: true | undefined;
  /** Whether keys that are not in the new version become invalid immediately. */
  revoke?: true | undefined;
  /** Store without a question. */
  yes?: true | undefined;
};
