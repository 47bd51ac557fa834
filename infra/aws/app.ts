import { buildBundles } from "../build/bundles.ts";
import { readContext, refuseOtherContext } from "./deployment/context.ts";
import { findExceededBounds } from "./bounds.ts";
import { createApp } from "./create-stack.ts";

/**
 * The program that the CDK command line runs: it builds the bundles and writes the template into `cdk.out`. A further
 * deployment has its own settings file in place of cdk.json, for example:
 * `cdk deploy --app "node infra/aws/app.ts staging.json"`.
 */
try {
  // The rule packs read every property, so each deprecated one would be a warning. The linter finds our own uses.
  process.env["JSII_DEPRECATED"] = "quiet";
  const [file] = process.argv.slice(2);
  const context = readContext(file);
  await buildBundles();
  const app = createApp(context);
  refuseOtherContext(app.node.getAllContext(), file);
  const { stacks } = app.synth();
  const exceeded = stacks.flatMap((stack) =>
    findExceededBounds(stack.template),
  );
  if (exceeded.length > 0)
    throw new Error(
      `Change ${file ?? "cdk.json"}, because AWS would refuse the template:\n  ${exceeded.join("\n  ")}`,
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
