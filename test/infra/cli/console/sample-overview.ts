import type { Overview } from "../../../../functions/operations/contract.ts";
import { ago, inGrace } from "./sample-operations.ts";

const counted = (count: number, isAtLeast = false) => ({ count, isAtLeast });

export const overview: Overview = {
  at: ago(0),
  statuses: [
    { status: "needs_attention", ...counted(62) },
    { status: "failed", ...counted(60) },
    { status: "waiting", ...counted(10_000, true) },
    { status: "active", ...counted(3) },
  ],
  reasons: [
    { status: "needs_attention", reason: "disable-limit", ...counted(31) },
    { status: "failed", reason: "login-refused", ...counted(30) },
    { status: "failed", reason: "platform-error-503", ...counted(30) },
    {
      status: "needs_attention",
      reason: "username-or-email-taken",
      ...counted(1),
    },
  ],
  warnings: [
    { reason: "avatar-timeout", ...counted(4) },
    { reason: "platform-refused-409", ...counted(1) },
  ],
  oldestOverdue: { id: inGrace.id, status: "waiting", dueAt: ago(190) },
  limits: [
    { name: "disable-limit", used: 12, allowed: 12, held: counted(31) },
    { name: "deletion-limit", used: 3, allowed: 10, held: counted(0) },
    { name: "rename-limit", used: 9, allowed: 10, held: counted(0) },
  ],
  blocked: [
    {
      by: "platform",
      status: "waiting",
      reason: "platform-unreachable",
      since: ago(25),
      waiting: counted(214),
    },
    {
      by: "configuration",
      status: "running",
      reason: "store-denied",
      waiting: counted(2),
    },
  ],
  callers: [
    {
      name: "hr",
      scheme: "standard-webhooks",
      scopes: ["onboard", "adopt", "offboard", "update", "status:any"],
      issue: "old-key",
      keyedAt: "2025-02-01T00:00:00.000Z",
    },
    { name: "slack", scheme: "slack", scopes: ["status:own"] },
    {
      name: "operator-mei",
      scheme: "bearer",
      scopes: ["operate"],
      keyedAt: "2026-10-01T00:00:00.000Z",
    },
    { name: "legacy", scheme: "bearer", scopes: [], issue: "no-key" },
  ],
};
