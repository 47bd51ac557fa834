import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Kill } from "./killed-executions.ts";

/**
 * Says which requests to a table of ours fail, by the command, the item's id and the input. A request that must
 * succeed later waits for the promise.
 */
export type Outage = (
  command: string,
  id: string,
  input: string,
) => boolean | Promise<boolean>;

/** What fails now of our own parts. A test sets a property to begin an outage. */
export type Outages = {
  /** The table, as the workflows use it. */
  workflowTable?: Outage | undefined;
  /** The table, as the receivers, the operations API and the scheduler use it. */
  receiverTable?: Outage | undefined;
  /** The table of the service account's tokens. */
  tokensTable?: Outage | undefined;
  /** Throws while the community secret cannot be read. */
  communitySecret?: (() => void) | undefined;
  /** Wrong credentials in the community secret. */
  credentials?: { password?: string } | undefined;
  /** Whether the engine refuses to start a workflow. */
  workflowStart?: (() => boolean) | undefined;
  /** Kills invocations when they checkpoint. */
  kill?: Kill | undefined;
};

/** Ends every outage. */
export function endOutages(outages: Outages): void {
  outages.workflowTable = undefined;
  outages.receiverTable = undefined;
  outages.tokensTable = undefined;
  outages.communitySecret = undefined;
  outages.credentials = undefined;
  outages.workflowStart = undefined;
  outages.kill = undefined;
}

/** Wraps the real client. Requests that the current outage names fail before they are sent. */
export function failingDocuments(
  documents: DynamoDBDocumentClient,
  currentOutage: () => Outage | undefined,
): DynamoDBDocumentClient {
  const send = async (command: { input: object }) => {
    const input = plainInput(command.input);
    const { Key, Item } = input;
    const isOut = await currentOutage()?.(
      command.constructor.name,
      Key?.id ?? Item?.id ?? "",
      JSON.stringify(input),
    );
    if (isOut) throw new Error("the table is out: canary");
    return documents.send(command as never);
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

type PlainInput = { Key?: { id: string }; Item?: { id: string } };

/** The input of a command, with plain values in place of the form of DynamoDB. */
function plainInput(input: object): PlainInput {
  const inAttributes = ["Key", "Item", "ExpressionAttributeValues"];
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      inAttributes.includes(name) && value
        ? unmarshall(value as Record<string, AttributeValue>)
        : value,
    ]),
  );
}
