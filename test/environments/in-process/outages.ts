import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
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
  const send = async (command: {
    input: { Key?: { id: string }; Item?: { id: string } };
  }) => {
    const { Key, Item } = command.input;
    const id = Key?.id ?? Item?.id ?? "";
    const isOut = await currentOutage()?.(
      command.constructor.name,
      id,
      JSON.stringify(command.input),
    );
    if (isOut) throw new Error("the table is out: canary");
    return documents.send(command as never);
  };
  return { send } as unknown as DynamoDBDocumentClient;
}
