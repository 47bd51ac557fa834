import { localSecrets } from "../../../infra/local/credentials.ts";

/**
 * Replaces the AWS SDK by clients that answer at once from memory. The measured time is then that of the receiver, or
 * that of Express in the peer.
 */
class Client {
  static from(client: Client): Client {
    return client;
  }

  async send(command: unknown): Promise<object> {
    return command instanceof GetSecretValueCommand
      ? { SecretString: callers }
      : {};
  }
}

class Command {
  readonly input: unknown;

  constructor(input: unknown) {
    this.input = input;
  }
}

const callers = JSON.stringify(localSecrets.callers);

export {
  Client as DynamoDBClient,
  Client as DynamoDBDocumentClient,
  Client as LambdaClient,
  Client as SecretsManagerClient,
};
/** The values stay as they are. */
export const marshall = (values: unknown): unknown => values;
export const unmarshall = (attributes: unknown): unknown => attributes;

export class GetSecretValueCommand extends Command {}
export class GetCommand extends Command {}
export class PutCommand extends Command {}
export class GetItemCommand extends Command {}
export class PutItemCommand extends Command {}
export class UpdateItemCommand extends Command {}
export class DeleteItemCommand extends Command {}
export class QueryCommand extends Command {}
export class InvokeCommand extends Command {}
export class GetDurableExecutionCommand extends Command {}
export class ConditionalCheckFailedException extends Error {}
export class ResourceNotFoundException extends Error {}
export class DurableExecutionAlreadyStartedException extends Error {}
export class LambdaServiceException extends Error {}
