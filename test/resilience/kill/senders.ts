import { createOffboardingWebhook } from "../../../functions/offboarding/webhook.ts";
import { createOnboardingWebhook } from "../../../functions/onboarding/webhook.ts";
import { createStatusWebhook } from "../../../functions/status-relay/webhook.ts";
import { localSecrets, opsToken } from "../../../infra/local/credentials.ts";
import type { InvocationOutcome } from "../../../infra/local/aws/lambda/sandbox-messages.ts";
import type { StartWorkflow } from "../../../shared/workflow/execution.ts";
import { workflowFunctionOf } from "../../../shared/runtime/workflow-functions.ts";
import type { Store } from "../../../shared/store/store.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { createCallers } from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import type { AtWork } from "./succession.ts";

type Dependencies = {
  store: Store;
  nowMs: () => number;
  process: () => Promise<AtWork>;
};

/** Who is killed once is asked twice; more is a process that can't get through. */
const maxTries = 4;
const entries = callersSchema.parse(localSecrets.callers);

/** Whoever asks something of the process from outside, and asks again when it was killed meanwhile. */
export function createSenders({ store, nowMs, process }: Dependencies) {
  const startWorkflow: StartWorkflow = async (operation) => {
    const workflow = workflowFunctionOf(operation.type, {
      onboardingWorkflow: "onboarding-workflow",
      offboardingWorkflow: "offboarding-workflow",
      statusRelayWorkflow: "status-relay-workflow",
    });
    const payload = JSON.stringify({ operationId: operation.id });
    await invoke(`${workflow}:live`, payload, {
      "x-amz-invocation-type": "Event",
      "x-amz-durable-execution-name": executionNameOf(operation),
    });
  };
  const receiver = {
    callers: createCallers({ read: async () => entries, nowMs }),
    store,
    startWorkflow,
    zone: "UTC",
    nowMs,
    log: recordLog().log,
    sleepMs: async () => undefined,
  };
  const receivers = {
    onboarding: createOnboardingWebhook(receiver),
    offboarding: createOffboardingWebhook(receiver),
    status: createStatusWebhook({ ...receiver, maxLength: 140 }),
  };

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

  /** Sends an event until it is taken, as every sender of webhooks does. Resolves to the id of its operation. */
  async function untilTaken(send: () => Promise<Response>): Promise<string> {
    for (let tries = 1; tries <= maxTries; tries++) {
      const { status, headers } = await send();
      if (status === 202)
        return headers.get("location")?.split("/").at(-1) ?? "";
      if (status < 500) throw new Error(`The event was answered ${status}.`);
    }
    throw new Error("The event was not taken.");
  }

  /** Runs a function of the process that is not durable; one that is killed has failed. */
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
    untilTaken,

    invoke: invokePlain,

    /** Delivers an event to a receiver that is never killed itself. Resolves to the id of its operation. */
    deliver(
      where: keyof typeof receivers,
      type: string,
      data: unknown,
    ): Promise<string> {
      const timestamp = new Date(nowMs()).toISOString();
      const body = JSON.stringify({ type, timestamp, data });
      const headers = {
        authorization: `Bearer ${opsToken}`,
        "content-type": "application/json",
      };
      return untilTaken(async () =>
        receivers[where].request(`/${where}/ops`, {
          method: "POST",
          headers,
          body,
        }),
      );
    },
  };
}

function failed(errorMessage: string): InvocationOutcome {
  return { status: "failed", error: { errorType: "Failed", errorMessage } };
}
