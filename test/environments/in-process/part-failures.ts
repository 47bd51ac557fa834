import {
  type BatchGetItemCommandInput,
  DynamoDBServiceException,
} from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { AnyFunctionName } from "../../../infra/aws/deployment/functions.ts";
import {
  askedOfTable,
  localPermits,
  type TableInput,
} from "../../../infra/local/aws/permissions.ts";
import type { Kill } from "./killed-executions.ts";
import { plainInput } from "./plain-input.ts";
import type { KillAt } from "./processes.ts";

/**
 * Says which requests to a table of ours fail, by the command, the item's id and the input: with an error of any kind,
 * or because the role does not allow them. A request waits for the promise, so a test can hold it back.
 */
export type PartFailure = (
  command: string,
  id: string,
  input: string,
) => boolean | "denied" | Promise<boolean>;

/**
 * What fails now of our own parts. A test sets a property to let a part fail. The messages of the failures contain
 * "canary", so that a test can look for it where no text of an error may be.
 */
export type PartFailures = {
  /** The table, as the workflows use it. */
  workflowTable?: PartFailure | undefined;
  /** The table, as all functions but the workflows use it. */
  receiverTable?: PartFailure | undefined;
  /** The table of the service account's tokens. */
  tokensTable?: PartFailure | undefined;
  /** Throws while the community secret cannot be read. */
  communitySecret?: (() => void) | undefined;
  /** Wrong credentials in the community secret. */
  credentials?: { password?: string } | undefined;
  /** Whether the engine refuses to start a workflow. */
  workflowStart?: (() => boolean) | undefined;
  /** Kills invocations when they checkpoint. */
  kill?: Kill | undefined;
  /** Kills a process at one of its requests. */
  killAt?: KillAt | undefined;
};

export function endPartFailures(partFailures: PartFailures): void {
  for (const name of Object.keys(partFailures))
    delete partFailures[name as keyof PartFailures];
}

/**
 * Wraps the real client, as a function uses it. A request fails before it is sent if the role of the function does not
 * allow it, or if the current failure names it.
 */
export function documentsOf(
  functionName: AnyFunctionName,
  documents: DynamoDBDocumentClient,
  currentFailure: () => PartFailure | undefined = () => undefined,
): DynamoDBDocumentClient {
  const send = async (command: { input: TableInput }) => {
    const fails = await askFailure(currentFailure(), command);
    const action = command.constructor.name.replace(/Command$/, "");
    const asked = askedOfTable(action, command.input);
    if (fails === "denied" || !localPermits(functionName, asked))
      throw new DynamoDBServiceException({
        name: "AccessDeniedException",
        message: `${functionName} may not do ${asked.action}: canary`,
        $fault: "client",
        $metadata: { httpStatusCode: 400 },
      });
    if (fails) throw new Error("the table is out: canary");
    return documents.send(command as never);
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

async function askFailure(
  failure: PartFailure | undefined,
  command: { input: object },
) {
  if (!failure) return false;
  const input = plainInput(command.input);
  const { Key, Item } = input;
  const name = command.constructor.name;
  const id = Key?.id ?? Item?.id ?? idsOf(command.input).join(" ");
  return failure(name, id, JSON.stringify(input));
}

/** The ids of a read of many items. */
function idsOf(input: object): string[] {
  const { RequestItems = {} } = input as BatchGetItemCommandInput;
  return Object.values(RequestItems).flatMap(({ Keys = [] }) =>
    Keys.flatMap((key) => key["id"]?.S ?? []),
  );
}
