import type { Overview } from "../../../../functions/operations/contract.ts";
import { ago, inGrace } from "./sample-operations.ts";

export const overview: Overview = {
  at: ago(0),
  statuses: [
    { status: "needs_attention", count: 62, isAtLeast: false },
    { status: "failed", count: 60, isAtLeast: false },
    { status: "waiting", count: 10_000, isAtLeast: true },
    { status: "active", count: 3, isAtLeast: false },
  ],
  reasons: [
    {
      status: "needs_attention",
      reason: "disable-limit",
      count: 31,
      isAtLeast: false,
    },
    {
      status: "failed",
      reason: "login-refused",
      count: 30,
      isAtLeast: false,
    },
    {
      status: "failed",
      reason: "platform-error-503",
      count: 30,
      isAtLeast: false,
    },
    {
      status: "needs_attention",
      reason: "username-or-email-taken",
      count: 1,
      isAtLeast: false,
    },
  ],
  warnings: [
    { reason: "avatar-timeout", count: 4, isAtLeast: false },
    { reason: "platform-refused-409", count: 1, isAtLeast: false },
  ],
  oldestOverdue: { id: inGrace.id, status: "waiting", dueAt: ago(190) },
  limits: [
    {
      name: "disable-limit",
      used: 12,
      allowed: 12,
      held: { count: 31, isAtLeast: false },
    },
    {
      name: "deletion-limit",
      used: 3,
      allowed: 10,
      held: { count: 0, isAtLeast: false },
    },
    {
      name: "rename-limit",
      used: 9,
      allowed: 10,
      held: { count: 0, isAtLeast: false },
    },
  ],
  blocked: [
    {
      by: "platform",
      status: "waiting",
      reason: "platform-unreachable",
      since: ago(25),
      waiting: { count: 214, isAtLeast: false },
    },
    {
      by: "configuration",
      status: "running",
      reason: "store-denied",
      waiting: { count: 2, isAtLeast: false },
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
