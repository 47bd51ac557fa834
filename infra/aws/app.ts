import { buildBundles } from "../build/bundles.ts";
import { readContext } from "../context.ts";
import { createApp } from "./create-app.ts";

/**
 * What the CDK's command line runs: the bundles, then the template, into `cdk.out`. Another file than cdk.json may be
 * named, one for each deployment: `cdk deploy --app "node infra/aws/app.ts staging.json"`.
 */
try {
  // What we call is linted for this; a pack of rules, which reads every property, is not ours.
  process.env["JSII_DEPRECATED"] = "quiet";
  const [file] = process.argv.slice(2);
  const context = readContext(file);
  await buildBundles();
  createApp(context).synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
