import type { Faults } from "./faults.ts";
import { type Vendor, type Webhook, webhookTimeoutMs } from "./vendor.ts";

export type SentWebhook = Webhook & {
  /** The status of each answer. Undefined stands for a request without an answer in time. */
  answers: (number | undefined)[];
  state: "held" | "sending" | "delivered" | "given up";
};

export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/** Sends webhooks with the vendor's signature, and again as the vendor does. Before `connect` it sends nothing. */
export function createSender({
  vendor,
  faults,
  fetch,
  nowMs,
  sleepMs,
}: {
  vendor: Vendor;
  faults: Faults;
  fetch: SendRequest;
  nowMs: () => number;
  sleepMs: (ms: number) => Promise<void>;
}) {
  const { inOrder, pausesMinutes, isSentAgain } = vendor.delivery;
  const sent: SentWebhook[] = [];
  const running = new Set<Promise<void>>();
  let url: string | undefined;
  let lastDelivery = Promise.resolve();
  let held: (() => void)[] = [];

  async function post(body: string): Promise<number | undefined> {
    try {
      const answer = await fetch(url ?? "", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...vendor.signWebhook(body, nowMs()),
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(webhookTimeoutMs),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return undefined;
    }
  }

  async function deliver(webhook: SentWebhook, delayMs: number): Promise<void> {
    webhook.state = "sending";
    if (delayMs > 0) await sleepMs(delayMs);
    for (const pauseMinutes of [0, ...pausesMinutes]) {
      if (pauseMinutes > 0) await sleepMs(pauseMinutes * 60_000);
      const status = await post(webhook.body);
      webhook.answers.push(status);
      if (status === undefined) continue;
      if (status >= 200 && status < 300) webhook.state = "delivered";
      if (webhook.state === "delivered" || !isSentAgain(status)) break;
    }
    if (webhook.state === "sending") webhook.state = "given up";
  }

  function startDelivery(webhook: SentWebhook, delayMs: number): void {
    const earlier = inOrder ? lastDelivery : Promise.resolve();
    const delivery = earlier.then(() => deliver(webhook, delayMs));
    lastDelivery = delivery;
    running.add(delivery);
    void delivery.finally(() => running.delete(delivery));
  }

  function sendOne(webhook: Webhook): void {
    let isHeld = false;
    let copies = 1;
    let delayMs = 0;
    for (const rule of faults.rulesFor("webhook")) {
      if (rule.kind === "hold") isHeld = true;
      if (rule.kind === "duplicate") copies += 1;
      if (rule.kind === "late") delayMs += rule.ms;
    }
    for (let copy = 0; copy < copies; copy += 1) {
      const entry: SentWebhook = { ...webhook, answers: [], state: "held" };
      sent.push(entry);
      if (isHeld) held.push(() => startDelivery(entry, delayMs));
      else startDelivery(entry, delayMs);
    }
  }

  /** Resolves when every webhook that is not held has been delivered or given up. */
  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    /** Every webhook so far, in the order in which it happened. */
    sent,
    /** Sends the webhooks of later changes to this URL. */
    connect: (webhookUrl: string): void => {
      url = webhookUrl;
    },
    send: (webhooks: readonly Webhook[]): void => {
      if (url !== undefined) webhooks.forEach(sendOne);
    },
    /** Sends what is held, one after another. */
    release: async (order: "as held" | "reversed" = "as held") => {
      const waiting = order === "reversed" ? held.reverse() : held;
      held = [];
      for (const start of waiting) {
        start();
        await idle();
      }
    },
    idle,
  };
}
