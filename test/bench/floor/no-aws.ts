import { localSecrets } from "../../../infra/local/credentials.ts";

/**
 * In the place of the AWS SDK: clients that answer from memory, at once. What a receiver costs then is its own, and what
 * the peer costs is Express's.
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
export class GetSecretValueCommand extends Command {}
export class GetCommand extends Command {}
export class PutCommand extends Command {}
export class UpdateCommand extends Command {}
export class DeleteCommand extends Command {}
export class QueryCommand extends Command {}
export class InvokeCommand extends Command {}
export class GetDurableExecutionCommand extends Command {}
export class ConditionalCheckFailedException extends Error {}
export class ResourceNotFoundException extends Error {}
export class DurableExecutionAlreadyStartedException extends Error {}
