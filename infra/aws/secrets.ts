import { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { SecretName } from "./deployment/grants.ts";
import { recordOf } from "./deployment/record-of.ts";
import { suppressRules } from "./suppress-rules.ts";
import { prefixOf } from "./resource-names.ts";

export type Secrets = Record<SecretName, { name: string; arn: string }>;

const descriptions = {
  callers:
    "The callers by name, each with its scheme, keys and scopes (shared/webhook/callers-secret.ts).",
  community:
    "Credentials for the platform, and the master key of initial passwords (shared/platform-auth/community-secret.ts).",
  sources:
    "Systems whose records we read, by name, each with its hosts and credentials (shared/source/sources-secret.ts).",
  subscribers:
    "Who gets notices, by name, each with its URL, format and keys (shared/webhook/subscribers-secret.ts).",
};

/**
 * Creates the secrets without a value. Therefore no template contains a value, and no update of the stack changes one.
 * Until an operator stores the values, webhook requests are answered 503, and their senders repeat them; without
 * subscribers, notices only reach the event bus, and without sources, thin events wait for a day.
 */
export function createSecrets(scope: Construct, keepData: boolean): Secrets {
  const parent = new Construct(scope, "Secrets");
  suppressRules(parent, {
    "AwsSolutions-SMG4":
      "The platform, HR systems and chat tools issue the values, so AWS cannot rotate them. Several keys are valid at once, and docs/secrets.md describes how to replace each one under load.",
  });
  const create = (id: SecretName) => {
    const name = `${prefixOf(scope)}/${id}`;
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
  return recordOf(["callers", "community", "sources", "subscribers"], create);
}
