import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";

const folder = join(import.meta.dirname, "sdk");

/** Modules that a function does not need, by the end of their path, and the files that replace them. */
const replacements: readonly [filter: RegExp, file: string][] = [
  [/^@aws-sdk\/credential-provider-node$/, "environment-credentials.ts"],
  [/^@aws-sdk\/middleware-endpoint-discovery$/, "no-endpoint-discovery.ts"],
  [/^@smithy\/core\/event-streams$/, "no-event-streams.ts"],
  [/\/shared-ini-file-loader\/loadSharedConfigFiles$/, "no-config-files.ts"],
];

/** Files of the clients, by the end of their path, and how they are changed. */
const changes: readonly [filter: RegExp, change: (source: string) => string][] =
  [
    [
      /\/@aws-sdk\/client-[a-z-]+\/dist-es\/schemas\/schemas_0\.js$/,
      (source) => registerNoErrors(writeKeys(source)),
    ],
    [
      /\/@aws-sdk\/client-[a-z-]+\/dist-es\/models\/errors\.js$/,
      registerImportedErrors,
    ],
    [
      /\/@aws-sdk\/client-[a-z-]+\/dist-es\/runtimeConfig\.js$/,
      importVersionOnly,
    ],
  ];

/**
 * An esbuild plugin that leaves out of the bundles those parts of the AWS SDK that our code does not use and esbuild
 * cannot remove ([decision 25](../../docs/decisions/0025-sdk-in-the-bundle.md)). It fails the build if the SDK no
 * longer has the form that it changes.
 */
export const awsSdk: Plugin = {
  name: "aws-sdk",
  setup(build) {
    const unused = new Set([...replacements, ...changes].map(([one]) => one));
    for (const [filter, file] of replacements)
      build.onResolve({ filter }, () => {
        unused.delete(filter);
        return { path: join(folder, file) };
      });
    for (const [filter, change] of changes)
      build.onLoad({ filter }, ({ path }) => {
        unused.delete(filter);
        try {
          return { contents: change(readFileSync(path, "utf8")) };
        } catch (error) {
          return { errors: [{ text: explain(`${path}: ${String(error)}`) }] };
        }
      });
    // Only a build with DynamoDB's client uses all replacements and changes, so an unused one is an error only there.
    build.onEnd(({ metafile }) =>
      Object.keys(metafile?.inputs ?? {}).some((one) =>
        one.includes("/@aws-sdk/client-dynamodb/"),
      )
        ? {
            errors: [...unused].map(({ source }) => ({
              text: explain(`no file matches ${source}`),
            })),
          }
        : undefined,
    );
  },
};

function explain(what: string): string {
  return `The AWS SDK has changed: ${what}. Correct infra/build/aws-sdk.ts, or delete the part that no longer applies; docs/decisions/0025-sdk-in-the-bundle.md says what each part does.`;
}

/**
 * Writes the keys of the schemas as literals: `{ [_hH]: "..." }` becomes `{ "httpHeader": "..." }`. esbuild keeps an
 * unused object with a computed key, because computing a key can have an effect.
 */
function writeKeys(source: string): string {
  const texts = new Map(
    [...source.matchAll(/^const (\w+) = ("[^"\\]*");$/gm)].map(
      ([, name, text]) => [name, text],
    ),
  );
  return source.replaceAll(/\[(_\w+)\]:/g, (_, name: string) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`${name} is no constant text`);
    return `${text}:`;
  });
}

const registration = /^n0_registry\.registerError\((\w+)\$, \1\);$/gm;

/** Removes the registration of all error classes of a client, and exports the registry for `registerImportedErrors`. */
function registerNoErrors(source: string): string {
  const declaration = "const n0_registry =";
  if (!source.includes(`\n${declaration}`))
    throw new Error("the registry of errors is not n0_registry");
  if ([...source.matchAll(registration)].length === 0)
    throw new Error("no errors are registered");
  return source
    .replaceAll(registration, "")
    .replace(/^import \{.*\} from "\.\.\/models\/errors";$/m, "")
    .replace(declaration, `export ${declaration}`);
}

const errorClass =
  /^export (class (\w+) extends __BaseException \{\n[^]*?^\})$/gm;

/**
 * An error whose items are in use by another region has this class. Only global tables have it, and the stack creates
 * none.
 */
const unusedRetryable = "ReplicatedWriteConflictException";

/**
 * Registers each error class that a file imports, and no other. An answer whose error has no class becomes the base
 * error of the client, with the same name, message, status and metadata.
 */
function registerImportedErrors(source: string): string {
  const names: string[] = [];
  const classes = source.replaceAll(
    errorClass,
    (_, text: string, name: string) => {
      // The SDK repeats a request by this field, so the class must stay.
      if (text.includes("$retryable") && name !== unusedRetryable)
        throw new Error(`${name} says whether a request is repeated`);
      names.push(name);
      return `export const ${name} = /* @__PURE__ */ register(${name}$, ${text});`;
    },
  );
  if (names.length === 0 || /^export class/m.test(classes))
    throw new Error("an error class has another form");
  return `import { n0_registry, ${names.map((name) => `${name}$`).join(", ")} } from "../schemas/schemas_0";
function register(schema, errorClass) {
  n0_registry.registerError(schema, errorClass);
  return errorClass;
}
${classes}`;
}

/** Imports the version of a client without the rest of its package.json. */
function importVersionOnly(source: string): string {
  const changed = source
    .replace(
      'import packageInfo from "../package.json"',
      'import { version } from "../package.json"',
    )
    .replaceAll("packageInfo.version", "version");
  if (changed === source || changed.includes("packageInfo"))
    throw new Error("package.json is read in another way");
  return changed;
}
