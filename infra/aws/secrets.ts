import { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { product } from "./names.ts";

export type SecretName = "callers" | "community";
export type Secrets = Record<SecretName, { name: string; arn: string }>;

const descriptions = {
  callers:
    "Who may call, by name: scheme, keys and scopes (shared/webhook/callers-secret.ts).",
  community:
    "How we are known to the platform, and the master key of initial passwords (shared/platform-auth/community-secret.ts).",
};

/**
 * The secrets, without a value: until they are stored, webhooks are answered 503 and nothing is lost. So no template, and
 * no update of the stack, ever has or changes what is in them.
 */
export function createSecrets(scope: Construct, keepData: boolean): Secrets {
  const parent = new Construct(scope, "Secrets");
  acknowledge(parent, {
    "AwsSolutions-SMG4":
      "The values are issued by others: the platform, HR systems, chats. Several keys are valid at once, and docs/operating.md says how each is rotated under load.",
  });
  const create = (id: SecretName) => {
    const name = `${product}/${id}`;
    const secret = new CfnSecret(parent, id, {
      name,
      description: descriptions[id],
    });
    secret.applyRemovalPolicy(
      keepData
        ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
        : RemovalPolicy.DESTROY,
    );
    return { name, arn: secret.ref };
  };
  return { callers: create("callers"), community: create("community") };
}
