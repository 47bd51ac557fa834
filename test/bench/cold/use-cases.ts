import { opsToken } from "../../../infra/local/credentials.ts";
import { sampleHire } from "../../../infra/local/sample/hire.ts";
import { sampleLeave } from "../../../infra/local/sample/leave.ts";
import { sendAsHr } from "../../../infra/local/sample/send.ts";

/** The measured use cases, in the order in which one employee goes through them. */
export const useCases = [
  "onboarding",
  "status-relay",
  "operations",
  "offboarding",
] as const;
export type UseCase = (typeof useCases)[number];

const tasks = [1, 2, 3, 4, 5].map((day) => ({
  subject: `Task ${day}`,
  dueInDays: day,
}));

/**
 * Sends the request of a use case to a gateway, signed now; the same delivery each time. A forged one has a false
 * signature.
 */
export function send(
  useCase: UseCase,
  origin: string,
  {
    location = "",
    isForged = false,
  }: { location?: string; isForged?: boolean },
): Promise<Response> {
  const nowMs = Date.now();
  const delivery = (data: unknown) => ({
    id: `msg_${useCase}`,
    body: JSON.stringify(data),
  });
  const headers: Record<string, string> = isForged
    ? { "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}` }
    : {};
  switch (useCase) {
    case "onboarding": {
      const { type, timestamp, data } = sampleHire(nowMs);
      const { avatar: _, ...hire } = data;
      const event = { type, timestamp, data: { ...hire, tasks } };
      return sendAsHr(origin, "/onboarding", delivery(event), nowMs, headers);
    }
    case "status-relay": {
      const event = {
        type: "status.set",
        timestamp: new Date(nowMs).toISOString(),
        data: { employeeId: "E-1042", text: "In a meeting" },
      };
      return sendAsHr(origin, "/status", delivery(event), nowMs, headers);
    }
    case "operations":
      return fetch(origin + location, {
        headers: { authorization: `Bearer ${isForged ? "forged" : opsToken}` },
      });
    case "offboarding":
      return sendAsHr(
        origin,
        "/offboarding",
        delivery(sampleLeave(nowMs, 0)),
        nowMs,
        headers,
      );
  }
}
