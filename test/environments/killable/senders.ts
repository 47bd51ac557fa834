import type { InvocationOutcome } from "../../../infra/local/aws/lambda/sandbox-messages.ts";
import type { StartWorkflow } from "../../../shared/workflow/execution.ts";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";
import type { Store } from "../../../shared/store/store.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import {
  createLocalCallers,
  createReceivers,
  sendTo,
} from "../parts/receivers.ts";
import type { LiveProcess } from "./processes.ts";

type Dependencies = {
  store: Store;
  nowMs: () => number;
  process: () => Promise<LiveProcess>;
};

/**
 * A process is killed once in a run: the second try reaches the next process. More tries mean that it never answers.
 */
const maxTries = 4;

/** Creates the senders of events and invocations. They send again after the process was killed. */
export function createSenders({ store, nowMs, process }: Dependencies) {
  const startWorkflow: StartWorkflow = async (operation) => {
    const workflow = workflowFunctionOf(operation.type, {
      employmentWorkflow: "employment-workflow",
      statusRelayWorkflow: "status-relay-workflow",
      eventsWorkflow: "events-workflow",
    });
    const payload = JSON.stringify({ operationId: operation.id });
    await invoke(`${workflow}:live`, payload, {
      "x-amz-invocation-type": "Event",
      "x-amz-durable-execution-name": executionNameOf(operation),
    });
  };
  const receivers = createReceivers({
    callers: createLocalCallers(nowMs),
    storeOf: () => store,
    startWorkflow,
    nowMs,
    logOf: () => recordLog().log,
  });

  async function invoke(
    name: string,
    payload: string,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { endpoint } = await process();
    return fetch(`${endpoint}/2015-03-31/functions/${name}/invocations`, {
      method: "POST",
      headers,
      body: payload,
    });
  }

  /** Sends an event until it is accepted, as senders of webhooks do. Resolves to the id of its operation. */
  async function sendUntilAccepted(
    send: () => Promise<Response>,
  ): Promise<string> {
    for (let tries = 1; tries <= maxTries; tries++) {
      const { status, headers } = await send();
      if (status === 202)
        return headers.get("location")?.split("/").at(-1) ?? "";
      if (status < 500) throw new Error(`The event was answered ${status}.`);
    }
    throw new Error("The event was not accepted.");
  }

  /** Invokes a function of the process that is not durable. After a kill the invocation has failed. */
  async function invokePlain(
    name: string,
    event: unknown,
  ): Promise<InvocationOutcome> {
    try {
      const answer = await invoke(name, JSON.stringify(event));
      const payload = await answer.text();
      return answer.ok && !answer.headers.has("x-amz-function-error")
        ? { status: "returned", payload }
        : failed(payload);
    } catch {
      return failed("It was killed.");
    }
  }

  return {
    sendUntilAccepted,

    invoke: invokePlain,

    /** Delivers an event to a receiver in this process, which is never killed. Resolves to the id of its operation. */
    deliver: (type: string, data: unknown): Promise<string> => {
      const event = { type, data, atMs: nowMs() };
      return sendUntilAccepted(() => sendTo(receivers, event));
    },
  };
}

function failed(errorMessage: string): InvocationOutcome {
  return { status: "failed", error: { errorType: "Failed", errorMessage } };
}
