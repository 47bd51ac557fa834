import { Annotations, App, Validations } from "aws-cdk-lib";
import { CURRENTLY_RECOMMENDED_FLAGS } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import type { Context } from "../context.ts";
import { createStack } from "./create-stack.ts";

/**
 * The deployment as an app of the CDK; `dist/` must hold the bundles. Three sets of rules judge its template: the CDK's
 * own of CloudFormation, and two packs of good practice. An error of any of them ends the synthesis.
 *
 * @param outdir - where the template goes. @default what the command line says
 */
export function createApp(context: Context, outdir?: string): App {
  const app = new App({
    // What new projects choose, in code: whoever synthesises without the command line gets the same template.
    context: CURRENTLY_RECOMMENDED_FLAGS,
    analyticsReporting: false,
    ...(outdir !== undefined && { outdir }),
  });
  const stack = createStack(app, context);
  if (new URL(context.baseUrl).hostname.endsWith("example.com"))
    Annotations.of(stack).addWarningV2(
      "example-platform",
      "cdk.json still names the example's platform: change baseUrl and authUrl before you deploy.",
    );
  Validations.of(app).addPlugins(
    new AwsSolutionsChecks(app, { verbose: true }),
    new ServerlessChecks(app, { verbose: true }),
  );
  return app;
}
