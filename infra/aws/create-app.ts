import { Annotations, App, Validations } from "aws-cdk-lib";
import { CURRENTLY_RECOMMENDED_FLAGS } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import type { Context } from "./deployment/context.ts";
import { createStack } from "./create-stack.ts";
import { resourceNameOf } from "./resource-names.ts";

/**
 * Creates the CDK app of a deployment. The bundles must be in `dist/`. Three rule sets check the template: the CDK's
 * rules for CloudFormation, and two packs of good practice (cdk-nag). A violation of any rule fails the synthesis.
 *
 * @param outdir - folder for the template. @default the folder that the CDK command line passes
 */
export function createApp(context: Context, outdir?: string): App {
  const app = new App({
    // The flags of a new CDK project are set in code, so a test without the CDK command line gets the same template.
    context: CURRENTLY_RECOMMENDED_FLAGS,
    analyticsReporting: false,
    ...(outdir !== undefined && { outdir }),
  });
  const stack = createStack(app, context);
  if (new URL(context.baseUrl).hostname.endsWith("example.com"))
    Annotations.of(stack).addWarningV2(
      "example-platform",
      "The settings still name the example platform: change baseUrl and authUrl in cdk.json before you deploy.",
    );
  if (context.alarmEmail === "")
    Annotations.of(stack).addWarningV2(
      "no-alarm-email",
      `No address gets a message when an alarm starts: set alarmEmail in cdk.json, or subscribe to the topic ${resourceNameOf("alarms", stack)} after the deployment.`,
    );
  Validations.of(app).addPlugins(
    new AwsSolutionsChecks(app, { verbose: true }),
    new ServerlessChecks(app, { verbose: true }),
  );
  return app;
}
