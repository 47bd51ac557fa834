import { dirname, join, relative } from "node:path/posix";
import { defineConfig, type OxlintOverride } from "oxlint";

/** The layers of shared/, from the top. */
const layersOfShared = [
  ["runtime"],
  ["person", "webhook", "aws"],
  ["workflow", "platform-auth", "source"],
  ["store", "token"],
  ["community", "dynamodb", "employment"],
];

/** The folders of shared/ that know the clients of AWS. */
const knowAws = ["runtime", "aws", "dynamodb"];

/** A function reaches them by its lambda/ and its config.ts. */
const notForFunctions = ["runtime", "aws"];

/** What the code of a function is made of. */
const partsOfFunctions = [
  "shared/*",
  ...layersOfShared
    .flat()
    .filter((folder) => !notForFunctions.includes(folder))
    .map((folder) => `shared/${folder}/**`),
];

/** The layers of infra/, from the top. */
const layersOfInfra = [
  ["local"],
  ["platform", "aws", "cli"],
  ["build", "pages"],
  ["sample"],
];

/** What is deployed, as data: every folder of infra/ may ask it. */
const deployment = "infra/aws/deployment";
const belowInfra = ["functions/**", "shared/**", "package.json"];

const platform = "infra/platform";

/** No folder of ours has more folders inside each other. */
const maxDepth = 5;

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import"],
  jsPlugins: ["./infra/build/lint-plugin.ts"],
  options: {
    typeAware: true,
    // The errors of the compiler too: both need the same analysis of the types.
    typeCheck: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: "error",
  },
  categories: { correctness: "error" },
  rules: {
    eqeqeq: "error",
    "no-console": "error",
    "no-unused-vars": ["error", { ignoreRestSiblings: true }],
    "prefer-const": "error",
    "preserve-caught-error": "error",

    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",

    "typescript/consistent-type-assertions": [
      "error",
      { assertionStyle: "never" },
    ],
    "typescript/consistent-type-imports": "error",
    "typescript/no-deprecated": "error",
    "typescript/no-explicit-any": "error",
    // The steps of a durable workflow are thenables that do not extend Promise.
    "typescript/no-floating-promises": ["error", { checkThenables: true }],
    "typescript/no-misused-promises": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/only-throw-error": "error",
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/restrict-plus-operands": "error",
    "typescript/restrict-template-expressions": [
      "error",
      { allowNullish: false, allow: ["Error", "URL", "URLSearchParams"] },
    ],
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],
  },
  // A browser runs it, and the project has no types of the DOM.
  ignorePatterns: ["infra/cli/console/live.js"],
  // Where several overrides match a file, the last one's options of a rule win.
  overrides: [
    {
      files: ["infra/**", "test/bench/**"],
      rules: { "no-console": "off" },
    },
    {
      files: ["test/**"],
      plugins: ["vitest"],
      rules: {
        "typescript/consistent-type-assertions": "off",
        // Tests read fixtures they have just made.
        "typescript/no-non-null-assertion": "off",
        // vitest's asymmetric matchers are typed any.
        "typescript/no-unsafe-assignment": "off",
        "typescript/restrict-template-expressions": "off",
        "vitest/expect-expect": [
          "error",
          { assertFunctionNames: ["expect", "expect*", "fc.assert"] },
        ],
        "vitest/no-conditional-expect": "off",
      },
    },
    {
      // oxlint imports its plugins and the tools import their configurations so.
      files: ["*.config.ts", "infra/build/lint-plugin.ts"],
      rules: { "import/no-default-export": "off" },
    },

    // What the times of an employment come to is decided in one place.
    {
      files: ["functions/**", "shared/**"],
      excludeFiles: ["shared/employment/**"],
      rules: { "project/no-employment-times": "error" },
    },

    // Imports point down: infra -> functions -> shared, and no file of them imports test/.
    ...layers("shared", layersOfShared, [], (folder) =>
      knowAws.includes(folder) ? [] : ["@aws-sdk/**"],
    ),
    // It could serve other projects.
    ...imports("shared/community", [], ["@aws*/**", "@smithy/**", "aws-*"]),

    // The rules are functions of data: no package, no clock, no chance, nothing to wait for.
    pure("shared/employment", [
      "shared/reason-codes.ts",
      "shared/durations.ts",
    ]),

    ...imports("functions/*", partsOfFunctions, ["@aws-sdk/**"]),
    // It does what the events of other functions ask for.
    ...imports(
      "functions/employment",
      [...partsOfFunctions, "functions/*/event.ts"],
      ["@aws-sdk/**"],
    ),
    // What it reads becomes their events.
    ...imports(
      "functions/scim",
      [...partsOfFunctions, "functions/*/event.ts"],
      ["@aws-sdk/**"],
    ),
    // Its URL takes the events of every function.
    ...imports(
      "functions/events",
      [...partsOfFunctions, "functions/*/event.ts"],
      ["@aws-sdk/**"],
    ),
    // A row of a list is a record that has been read, and its API is one of operators.
    ...imports(
      "functions/lists",
      [
        ...partsOfFunctions,
        "functions/events/*.ts",
        "functions/operations/read-request.ts",
      ],
      ["@aws-sdk/**"],
    ),
    // Only these files of a function connect it to the settings and to AWS.
    rule("functions/*/lambda", ["../../**"], ["shared/**"]),
    {
      ...rule("functions/*", ["../**"], ["shared/**"]),
      files: ["functions/*/config.ts"],
    },

    ...layers("infra", layersOfInfra, [...belowInfra, `${deployment}/**`]),
    ...imports(deployment, belowInfra, ["aws-cdk-lib/**", "constructs"]),
    ...imports("infra/pages", []),
    // A stand-in shares no code with the client and the functions that are tested against it.
    ...imports("infra/local/sources", [
      "infra/pages/http-server.ts",
      "infra/pages/portraits/**",
    ]),
    // Inside the platform: pages, seed, faults -> api -> http -> state. Only its root imports everything.
    ...imports(platform, ["infra/pages/**"]),
    ...imports(`${platform}/state`, []),
    ...imports(`${platform}/http`, [`${platform}/state/**`]),
    ...imports(`${platform}/api`, [
      `${platform}/http/**`,
      `${platform}/state/**`,
    ]),
    ...["faults", "pages", "seed"].flatMap((folder) =>
      imports(`${platform}/${folder}`, [
        ...["api", "http", "state"].map((below) => `${platform}/${below}/**`),
        "infra/pages/**",
      ]),
    ),
  ],
});

/**
 * The rules of a folder whose folders are layers. A folder imports the layers below its own, and the files that lie
 * beside the folders, which import no folder. A folder without a layer may neither import nor be imported.
 *
 * @param outside - all of them may import this too
 * @param packagesNotFor - patterns of packages that a folder does not import
 */
function layers(
  parent: string,
  fromTheTop: string[][],
  outside: string[],
  packagesNotFor: (folder: string) => string[] = () => [],
): OxlintOverride[] {
  return [
    rule(parent, ["../**", "./*/**"], outside, packagesNotFor("")),
    ...imports(`${parent}/*`, []),
    ...fromTheTop.flatMap((layer, index) => {
      const below = fromTheTop.slice(index + 1).flat();
      const allowed = below.map((folder) => `${parent}/${folder}/**`);
      return layer.flatMap((folder) =>
        imports(
          `${parent}/${folder}`,
          [`${parent}/*`, ...allowed, ...outside],
          packagesNotFor(folder),
        ),
      );
    }),
  ];
}

/**
 * The rules of a folder, at every depth: of our own code, its files import this folder and what is allowed.
 *
 * @param allowed - patterns, from the root of the repository
 * @param packages - patterns of packages that they do not import
 */
function imports(
  folder: string,
  allowed: string[],
  packages: string[] = [],
): OxlintOverride[] {
  return Array.from({ length: maxDepth }, (_, depth) => {
    const from = join(folder, ...Array<string>(depth).fill("*"));
    const outside = `${relative(from, dirname(folder))}/**`;
    return rule(from, [outside], allowed, packages);
  });
}

/** The rules of a folder whose results follow from the arguments alone. */
function pure(folder: string, allowed: string[]): OxlintOverride {
  const { files, rules } = rule(folder, ["**", "!./*"], allowed);
  const globals =
    "Date Intl Temporal Promise performance crypto console process globalThis fetch setTimeout setInterval setImmediate";
  return {
    files,
    rules: {
      ...rules,
      "max-lines-per-function": ["error", { max: 40 }],
      "no-restricted-globals": ["error", ...globals.split(" ")],
      "no-restricted-properties": [
        "error",
        { object: "Math", property: "random" },
      ],
      "typescript/await-thenable": "error",
      "typescript/require-await": "error",
    },
  };
}

/** The rule compares the text of an import with each pattern, and the last pattern that matches decides. */
function rule(
  from: string,
  denied: string[],
  allowed: string[],
  packages: string[] = [],
): OxlintOverride {
  const names = allowed.length > 0 ? allowed.join(", ") : "nothing else";
  return {
    files: [`${from}/*`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: [
                ...denied,
                ...allowed.map((path) => `!${relative(from, path)}`),
              ],
              message: `Beside its own files, ${from}/ may import of this project: ${names}.`,
            },
            ...(packages.length > 0
              ? [{ group: packages, message: `${from}/ knows no AWS client.` }]
              : []),
            {
              group: ["./**/../**"],
              message: "Write the shortest relative path.",
            },
          ],
        },
      ],
    },
  };
}
