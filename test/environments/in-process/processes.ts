import { AsyncLocalStorage } from "node:async_hooks";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { DurableExecutionClient } from "@aws/durable-execution-sdk-js";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { apiPath } from "../../../infra/platform/http/route-template.ts";
import type { Http, OutgoingRequest } from "../../../shared/community/http.ts";
import { plainInput } from "./plain-input.ts";

/** When, around a request, its process is killed. */
export const moments = [
  /** The request was never sent. */
  "before",
  /** The request has taken effect, and the process never gets its answer. */
  "unanswered",
] as const;
export type Moment = (typeof moments)[number];

/** Gets the name of each request of a process, and says whether the process is killed, before or after the request. */
export type KillAt = (request: string) => Moment | undefined;

export class Killed extends Error {
  override readonly name = "Killed";
}

type Life = { isOver: boolean; underWay: Set<Promise<unknown>>; end(): void };

/** The process to which the code that runs now belongs. */
const lives = new AsyncLocalStorage<Life>();
const never = new Promise<never>(() => undefined);

/**
 * Runs something as a process that can be killed at each of its requests. After that it sends nothing. It fails as soon
 * as the requests that it has sent are answered, so the next process meets their effects.
 *
 * @param onKilled - the memory of the process is lost
 * @throws Killed
 */
export async function runAsProcess<T>(
  run: () => Promise<T>,
  onKilled: () => void = () => undefined,
): Promise<T> {
  const killed = Promise.withResolvers<never>();
  const life: Life = {
    isOver: false,
    underWay: new Set(),
    end() {
      life.isOver = true;
      onKilled();
      void Promise.allSettled(life.underWay).then(() =>
        killed.reject(new Killed("the process was killed")),
      );
    },
  };
  return Promise.race([lives.run(life, run), killed.promise]);
}

/** The clients of a process: each request of it has one or more names, and can be its last one. */
export function createProcessClients(killAt: () => KillAt | undefined) {
  async function send<T>(
    names: () => readonly string[],
    request: () => Promise<T>,
  ): Promise<T> {
    const life = lives.getStore();
    if (!life) return request();
    if (life.isOver) return never;
    const kill = killAt();
    const [moment] = kill ? names().flatMap((name) => kill(name) ?? []) : [];
    if (moment === "before") life.end();
    if (life.isOver) return never;
    const sent = request();
    life.underWay.add(sent);
    await sent.then(
      () => life.underWay.delete(sent),
      () => life.underWay.delete(sent),
    );
    if (moment === "unanswered") life.end();
    return life.isOver ? never : sent;
  }

  return {
    send,

    documents(documents: DynamoDBDocumentClient): DynamoDBDocumentClient {
      const killable = Object.create(documents) as DynamoDBDocumentClient;
      killable.send = ((command: { input: object }) =>
        send(
          () => [nameOfCommand(command)],
          () => documents.send(command as never),
        )) as typeof documents.send;
      return killable;
    },

    http:
      (http: Http): Http =>
      (request) =>
        send(
          () => [nameOfCall(request)],
          () => http(request),
        ),

    engine: (client: DurableExecutionClient): DurableExecutionClient => ({
      ...client,
      checkpoint: (request, ...others) => {
        const names = () =>
          (request.Updates ?? []).map(
            ({ Action, Name, Type }) => `checkpoint ${Action} ${Name ?? Type}`,
          );
        return send(names, () => client.checkpoint(request, ...others));
      },
    }),
  };
}

/** `PUT /people/{id}`: ids differ from run to run. */
function nameOfCall({ method, url }: OutgoingRequest): string {
  const path = url.pathname.replace(apiPath, "");
  return `${method} ${path.replaceAll(/\/\d+(?=\/|$)/g, "/{id}")}`;
}

/** `UpdateItem employee`. The name of a write of progress has the step, such as `UpdateItem operation (create)`. */
function nameOfCommand(command: { input: object }): string {
  const action = command.constructor.name.replace(/Command$/, "");
  const { TableName, Key, Item, IndexName, ExpressionAttributeNames } =
    plainInput(command.input);
  const names = Object.values(ExpressionAttributeNames ?? {});
  if (TableName === tables.tokens.name) return `${action} token`;
  const kind = IndexName ?? (Item ?? Key)?.id.replace(/#.*/s, "") ?? "items";
  // A change of the status writes the audit trail, too, and is no progress.
  const isProgress = names.includes("steps") && !names.includes("history");
  // A step is written at the path `steps`, then its name.
  const step = isProgress ? names[names.indexOf("steps") + 1] : undefined;
  return `${action} ${kind}${step === undefined ? "" : ` (${step})`}`;
}
