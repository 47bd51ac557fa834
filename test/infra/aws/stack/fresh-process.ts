import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { product } from "../../../../infra/aws/deployment/product.ts";
import { effort } from "../../../resilience/effort.ts";
import { shippedTemplate } from "../template.ts";

type Properties = {
  FunctionName: string;
  Runtime: string;
  Environment: { Variables: Record<string, string> };
};

const functions = shippedTemplate()
  .all<Properties>("AWS::Lambda::Function")
  .map(({ Properties, ...lambda }) => ({
    code: shippedTemplate().codeOf({ Properties, ...lambda }),
    name: Properties.FunctionName.slice(product.length + 1),
    runtime: Properties.Runtime,
    variables: Properties.Environment.Variables,
  }));

/** Loads the code of a function in a process with exactly this environment. Resolves to the type of the handler, or to the error. */
function load(code: string, env: Record<string, string>): Promise<string> {
  const script = `import(${JSON.stringify(join(code, "index.mjs"))})
    .then(({ handler }) => typeof handler, ({ message }) => message)
    .then((text) => process.stdout.write(text))`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { env: { AWS_REGION: "eu-central-1", ...env } },
      (_error, stdout) => resolve(stdout),
    );
  });
}

// `test/infra/build/bundles.test.ts` loads all bundles, and `deployed.test.ts` with the template's variables.
test.each(effort(functions.slice(0, 1), functions))(
  "the bundle of $name loads in a fresh process of its runtime with only the template's variables",
  async ({ code, runtime, variables }) => {
    const [major] = process.versions.node.split(".");
    expect(runtime).toBe(`nodejs${major}.x`);
    expect(await load(code, variables)).toBe("function");
  },
);

test.each(effort(functions.slice(0, 1), functions))(
  "the bundle of $name names a required variable that is missing",
  async ({ code, variables }) => {
    const { STORE_TABLE: _, ...others } = variables;
    expect(await load(code, others)).toBe(
      "set these environment variables as docs/configuration.md describes them: STORE_TABLE",
    );
  },
);
