import { resolve } from "node:path";
import { App } from "aws-cdk-lib";
import {
  ASSET_RESOURCE_METADATA_ENABLED_CONTEXT,
  CURRENTLY_RECOMMENDED_FLAGS,
  DISABLE_ASSET_STAGING_CONTEXT,
} from "aws-cdk-lib/cx-api";
import { Template } from "aws-cdk-lib/assertions";
import { createStack } from "../../../infra/aws/create-stack.ts";
import {
  type Context,
  readContext,
} from "../../../infra/aws/deployment/context.ts";
import type { AnyFunctionName } from "../../../infra/aws/deployment/function-names.ts";
import { resourceNameOf } from "../../../infra/aws/resource-names.ts";
import { settingsFile } from "../../../shared/runtime/setting.ts";
import { isThorough } from "../../resilience/effort.ts";
import { allOptions } from "./all-options.ts";

export type Resource<P = Record<string, unknown>> = {
  id: string;
  Type: string;
  Properties: P;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
  Metadata?: Record<string, string>;
};

type Environment = { Variables: Record<string, string> };

export type StackTemplate = ReturnType<typeof createTemplate>;

/** The template with the settings of cdk.json. */
export const shippedTemplate = () => templateWith({});

/** The template with all options that the shipped settings leave out. */
export const templateWithAllOptions = () => templateWith(allOptions);

const created = new Map<string, StackTemplate>();

/** The template with the settings of cdk.json, overridden by `changes`. Each is created once. */
export function templateWith(changes: Partial<Context>): StackTemplate {
  const key = JSON.stringify(changes);
  const template = created.get(key) ?? createTemplate(changes);
  created.set(key, template);
  return template;
}

function createTemplate(changes: Partial<Context>) {
  const app = new App({
    // Loading the rules takes longer than all other work. `npm run synth` applies them to the shipped template.
    builtinCloudFormationValidation: isThorough,
    // Where each resource was created, and which constructs there are: files and metadata that no test reads.
    stackTraces: false,
    analyticsReporting: false,
    treeMetadata: false,
    context: {
      ...CURRENTLY_RECOMMENDED_FLAGS,
      // The bundles are not copied into `cdk.out`.
      [DISABLE_ASSET_STAGING_CONTEXT]: true,
      // The template tells the folder of each asset.
      [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true,
    },
  });
  const stack = createStack(app, { ...readContext(), ...changes });
  const template = Template.fromStack(stack);
  const json = template.toJSON() as {
    Resources: Record<string, Omit<Resource, "id">>;
    Outputs: Record<string, { Value: unknown }>;
  };
  const { Resources } = json;
  const byId = new Map(
    Object.entries(Resources).map(([id, resource]) => [
      id,
      { id, ...resource },
    ]),
  );

  return {
    stack,
    json,
    /** The variables of a function. The path of its settings file is absolute, so that any bundle can read it. */
    variablesOf: (lambda: Resource<{ Environment: Environment }>) => {
      const { Variables } = lambda.Properties.Environment;
      const { [settingsFile.variable]: file, ...others } = Variables;
      return file === undefined
        ? others
        : { ...others, [settingsFile.variable]: resolve(codeOf(lambda), file) };
    },
    all,
    /** The function of this name, in a deployment with the default prefix. */
    functionOf: <P>(name: AnyFunctionName): Resource<P> =>
      all<P & { FunctionName: string }>("AWS::Lambda::Function").find(
        ({ Properties }) => Properties.FunctionName === resourceNameOf(name),
      )!,
    /** The properties of the resources of a type. */
    propertiesOf: <P>(type: string): P[] =>
      all<P>(type).map(({ Properties }) => Properties),
  };

  /** The resources of a type, with references resolved for account 000000000000 in us-east-1. */
  function all<P>(type: string): Resource<P>[] {
    return [...byId.values()]
      .filter((one) => one.Type === type)
      .map((one) => dereference(one) as Resource<P>);
  }

  /** The folder with the code of a function, as it would be deployed. */
  function codeOf({ Metadata }: Resource<unknown>): string {
    return resolve(app.outdir, Metadata?.["aws:asset:path"] ?? "");
  }

  function dereference(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(dereference);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const [[name, argument] = ["", undefined]] = entries;
    // A function of CloudFormation is an object with one field.
    if (entries.length === 1) {
      if (name === "Ref") return referenceOf(argument as string);
      if (name === "Fn::GetAtt") return attributeOf(argument as string[]);
      if (name === "Fn::Join") {
        const [separator, parts] = argument as [string, unknown[]];
        return parts.map(dereference).join(separator);
      }
    }
    return Object.fromEntries(
      entries.map(([key, item]) => [key, dereference(item)]),
    );
  }

  function referenceOf(id: string): string {
    if (id === "AWS::StackName") return stack.stackName;
    const pseudo = pseudoParameters[id];
    if (pseudo !== undefined) return pseudo;
    const resource = byId.get(id);
    if (resource === undefined) return id;
    const naming = namings[resource.Type];
    if (!naming) return id;
    const name = nameOf(resource);
    return naming.isRefArn ? arnOf(naming.arn, name) : name;
  }

  function attributeOf([id = "", attribute = ""]: string[]): string {
    const resource = byId.get(id);
    const naming = resource && namings[resource.Type];
    if (!resource || !naming) return `${id}.${attribute}`;
    if (attribute === naming.name) return nameOf(resource);
    return attribute === "Arn"
      ? arnOf(naming.arn, nameOf(resource))
      : `${id}.${attribute}`;
  }

  function nameOf({ id, Type, Properties }: Resource): string {
    const name = Properties[namings[Type]?.name ?? ""];
    return typeof name === "string" ? name : id;
  }
}

const pseudoParameters: Record<string, string> = {
  "AWS::Partition": "aws",
  "AWS::Region": "us-east-1",
  "AWS::AccountId": "000000000000",
  "AWS::URLSuffix": "amazonaws.com",
};

/** The property with the name; the service, and the resource with "*" for its name; whether a Ref is the ARN. */
type Naming = { name: string; arn: [string, string]; isRefArn?: boolean };

const namings: Record<string, Naming> = {
  "AWS::Lambda::Function": {
    name: "FunctionName",
    arn: ["lambda", "function:*"],
  },
  "AWS::DynamoDB::GlobalTable": {
    name: "TableName",
    arn: ["dynamodb", "table/*"],
  },
  "AWS::SQS::Queue": { name: "QueueName", arn: ["sqs", "*"] },
  "AWS::Logs::LogGroup": {
    name: "LogGroupName",
    arn: ["logs", "log-group:*:all-streams"],
  },
  "AWS::Events::EventBus": { name: "Name", arn: ["events", "event-bus/*"] },
  "AWS::SecretsManager::Secret": {
    name: "Name",
    arn: ["secretsmanager", "secret:*"],
    isRefArn: true,
  },
  "AWS::SNS::Topic": { name: "TopicName", arn: ["sns", "*"], isRefArn: true },
};

function arnOf([service, pattern]: [string, string], name: string): string {
  return `arn:aws:${service}:us-east-1:000000000000:${pattern.replace("*", () => name)}`;
}
