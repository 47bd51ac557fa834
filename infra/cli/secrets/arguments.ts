import { parseArgs } from "node:util";
import { product } from "../../aws/resource-names.ts";
import { CommandError } from "./command-error.ts";

export type SecretKind = "community" | "callers";

export type Arguments = {
  kind: SecretKind;
  /** Name or ARN. */
  secretId: string;
  /** What the AWS configuration says, when undefined. */
  region: string | undefined;
  /** Where the JSON is; "-" is the standard input. */
  file: string | undefined;
  /** Nothing is stored, only checked. */
  isCheck: boolean;
  /** The caller in the file who gets a fresh key; nothing is stored. */
  keyFor: string | undefined;
  wantsNewMaster: boolean;
  /** Keys that are not in the new version stop counting. */
  isRevocation: boolean;
  isConfirmed: boolean;
};

export const usage = `
  npm run secrets -- community                     asks for each value
  npm run secrets -- community --file <path>       the same from JSON; "-" is the standard input
  npm run secrets -- callers --file <path>

  --check                  only check the file
  --generate-key <caller>  only put a fresh key before the others of a caller in the file
  --new-master-version     add a version to passwordMaster
  --revoke                 forget the version before: keys of callers that are not in the file stop counting
  --secret-id <name>       name or ARN; ${product}/community or ${product}/callers when absent
  --region <region>        the one that AWS is configured with when absent
  --yes                    store without asking

docs/secrets.md has the shapes.`;

/** @throws CommandError with the usage */
export function readArguments(words: string[]): Arguments {
  const { values, positionals } = parse(words);
  const [kind, ...others] = positionals;
  if ((kind !== "community" && kind !== "callers") || others.length > 0)
    throw misused("say which secret: community or callers");
  const { file } = values;
  const isFile = file !== undefined && file !== "-";
  const keyFor = values["generate-key"];
  if (kind === "callers" && file === undefined)
    throw misused("callers come from a file: add --file");
  if (values.check && file === undefined)
    throw misused("--check needs a file: add --file");
  if (keyFor !== undefined && (kind !== "callers" || !isFile))
    throw misused("--generate-key changes a file of callers: add --file");
  if (values["new-master-version"] && kind !== "community")
    throw misused("--new-master-version is for community");
  if (values.revoke && kind !== "callers")
    throw misused("--revoke is for callers");
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

function parse(words: string[]) {
  try {
    return parseArgs({
      args: words,
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
    // Its message would repeat what was typed, and somebody may have typed a password.
    throw misused("there is an option that is unknown or lacks its value", {
      cause: error,
    });
  }
}

function misused(reason: string, options?: ErrorOptions): CommandError {
  return new CommandError(`${reason}\n${usage}`, options);
}
