import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { product } from "../../../infra/aws/names.ts";
import { shippedTemplate } from "./template.ts";

import "./stack/alarms.ts";
import "./stack/data.ts";
import "./stack/events.ts";
import "./stack/functions.ts";
import "./stack/grants.ts";
import "./stack/http-api.ts";

// What the template says, in parts: one file for the test runner, for loading the CDK takes longer than all of it.

const picture = readFileSync(
  new URL("../../../docs/stack.svg", import.meta.url),
  "utf8",
);

/** The resources with a name of their own, by the property that has it. */
const named = {
  "AWS::Lambda::Function": "FunctionName",
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::SecretsManager::Secret": "Name",
  "AWS::SQS::Queue": "QueueName",
  "AWS::SNS::Topic": "TopicName",
};

test("the picture in the README shows every function, table, secret, queue and topic, and no other", () => {
  const inTemplate = Object.entries(named).flatMap(([type, property]) =>
    shippedTemplate()
      .all<Record<string, unknown>>(type)
      .map(({ Properties }) =>
        String(Properties[property]).slice(product.length + 1),
      ),
  );
  const shown = [...picture.matchAll(/class="part"[^>]*>([^<]+)</g)];
  expect(new Set(shown.map(([, name]) => name))).toEqual(new Set(inTemplate));
});
