import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { product } from "../../../infra/aws/deployment/product.ts";
import { shippedTemplate } from "./template.ts";

import "./stack/alarms.ts";
import "./stack/alarms-ring.ts";
import "./stack/bounds.ts";
import "./stack/functions.ts";
import "./stack/grants.ts";
import "./stack/optional-parts.ts";
import "./stack/options.ts";
import "./stack/resources.ts";
import "./stack/synth.ts";
import { captures } from "../../fixtures/captures.ts";

// The tests of the template are modules of one test file, because loading the CDK takes longer than the tests.

const diagram = readFileSync(
  new URL("../../../docs/stack.svg", import.meta.url),
  "utf8",
);

/** The property that has the name of a resource, by type. */
const nameProperties = {
  "AWS::Lambda::Function": "FunctionName",
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::SecretsManager::Secret": "Name",
  "AWS::SQS::Queue": "QueueName",
  "AWS::SNS::Topic": "TopicName",
};

test("docs/stack.svg shows exactly the functions, tables, secrets, queues and topics of the template", () => {
  const inTemplate = Object.entries(nameProperties).flatMap(
    ([type, property]) =>
      shippedTemplate()
        .all<Record<string, unknown>>(type)
        .map(({ Properties }) =>
          String(Properties[property]).slice(product.length + 1),
        ),
  );
  const shown = captures(diagram, /class="part"[^>]*>([^<]+)</g);
  expect(new Set(shown)).toEqual(new Set(inTemplate));
});
