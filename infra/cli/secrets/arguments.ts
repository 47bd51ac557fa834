import { parseArgs } from "node:util";
import { product } from "../../product.ts";
import { CommandError } from "../command-error.ts";

export type SecretKind = "community" | "callers";

export type Arguments = {
  kind: SecretKind;
  /** Name or ARN. */
  secretId: string;
  /** If undefined, the region of the AWS configuration. */
  region: string | undefined;
  /** Path of the JSON file; "-" is the standard input. If undefined, the command asks for each value. */
  file: string | undefined;
  /** Only check the file, and store nothing. */
  isCheck: boolean;
  /** The caller for which a new key is added to the file. Nothing is stored. */
  keyFor: string | undefined;
  wantsNewMaster: boolean;
  /** Whether keys that are not in the new version become invalid immediately. */
  isRevocation: boolean;
  isConfirmed: boolean;
};

export const usage = `
  npm run secrets -- community                     ask for each value and store the secret
  npm run secrets -- community --file <path>       store the values of a JSON file; "-" is the standard input
  npm run secrets -- callers --file <path>         store all callers of a JSON file

  --check                  check the file and store nothing
  --generate-key <caller>  add a new key before the other keys of a caller in the file, and store nothing
  --new-master-version     add a version to passwordMaster
  --revoke                 discard the previous version: keys that are not in the file become invalid
  --secret-id <name>       name or ARN of the secret (default: ${product}/community or ${product}/callers)
  --region <region>        AWS region (default: the region of the AWS configuration)
  --yes                    store without a confirmation

docs/secrets.md describes the contents of both secrets.`;

/** @throws CommandError with the usage, if the arguments are invalid */
export function readArguments(args: string[]): Arguments {
  const { values, positionals } = parse(args);
  const [kind, ...others] = positionals;
  if ((kind !== "community" && kind !== "callers") || others.length > 0)
    throw usageError("name the secret: community or callers");
  const { file } = values;
  const isFile = file !== undefined && file !== "-";
  const keyFor = values["generate-key"];
  if (kind === "callers" && file === undefined)
    throw usageError("callers are read from a file: add --file");
  if (values.check && file === undefined)
    throw usageError("--check needs a file: add --file");
  if (keyFor !== undefined && (kind !== "callers" || !isFile))
    throw usageError(
      "--generate-key changes a callers file: add --file with its path",
    );
  if (values["new-master-version"] && kind !== "community")
    throw usageError("--new-master-version is only for community");
  if (values.revoke && kind !== "callers")
    throw usageError("--revoke is only for callers");
  return {
    kind,
    file,
    keyFor,
    secretId: values["secret-id"] ?? `${product}/${kind}`,
    region: values.region,
    isCheck: values.check,
    wantsNewMaster: values["new-master-version"],
    isRevocation: values.revoke,
    isConfirmed: values.yes,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        file: { type: "string" },
        "secret-id": { type: "string" },
        region: { type: "string" },
        check: { type: "boolean", default: false },
        "generate-key": { type: "string" },
        "new-master-version": { type: "boolean", default: false },
        revoke: { type: "boolean", default: false },
        yes: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    // The message of parseArgs repeats the arguments, which may contain a password by mistake.
    throw usageError("an option is unknown or has no value", {
      cause: error,
    });
  }
}

function usageError(reason: string, options?: ErrorOptions): CommandError {
  return new CommandError(`${reason}\n${usage}`, options);
}
