import { Aws, type Stack } from "aws-cdk-lib";
import { CfnGlobalTable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { CfnLogGroup } from "aws-cdk-lib/aws-logs";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import { CfnTopic } from "aws-cdk-lib/aws-sns";
import { CfnQueue } from "aws-cdk-lib/aws-sqs";

/**
 * Encrypts all resources of the stack that keep data with a key of the customer, and lets the roles of the stack use the
 * key through these services. The stack cannot change the policy of the key: docs/operating.md has what it must allow.
 */
export function encryptWithKey(stack: Stack, keyArn: string): void {
  for (const one of stack.node.findAll()) {
    if (one instanceof CfnGlobalTable) {
      one.sseSpecification = { sseEnabled: true, sseType: "KMS" };
      one.addPropertyOverride(
        "Replicas.0.SSESpecification.KMSMasterKeyId",
        keyArn,
      );
    }
    if (one instanceof CfnSecret) one.kmsKeyId = keyArn;
    if (one instanceof CfnLogGroup) one.kmsKeyId = keyArn;
    if (one instanceof CfnTopic) one.kmsMasterKeyId = keyArn;
    if (one instanceof CfnQueue) {
      one.kmsMasterKeyId = keyArn;
      one.sqsManagedSseEnabled = false;
    }
    if (one instanceof Role) one.addToPolicy(useOf(keyArn));
  }
}

function useOf(keyArn: string): PolicyStatement {
  const services = ["dynamodb", "secretsmanager", "sqs"];
  return new PolicyStatement({
    actions: ["kms:Decrypt", "kms:GenerateDataKey"],
    resources: [keyArn],
    conditions: {
      StringEquals: {
        "kms:ViaService": services.map(
          (service) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`,
        ),
      },
    },
  });
}
