import { localSecrets } from "../../../infra/local/credentials.ts";
import { recordedSeconds } from "./receivers-for-test.ts";

const { mattermost } = localSecrets.callers;

const happenedAt = new Date(recordedSeconds * 1000 - 60_000).toISOString();

export const events = {
  hire: {
    type: "employee.hired",
    timestamp: happenedAt,
    data: {
      employeeId: "E-1",
      name: { givenName: "Zoë", familyName: "Quist" },
      email: "zoe@example.com",
      startDate: "2026-02-01",
      phones: [{ value: "+47 123", label: "Phone Number" }],
      tags: ["new"],
      tasks: [{ subject: "Read this", dueInDays: 1 }],
      streams: ["Team"],
      identities: { slack: "T1:U777" },
      avatar: { url: "https://images.example.com/zoe.png" },
    },
  },
  adopt: {
    type: "employee.adopted",
    timestamp: happenedAt,
    data: { employeeId: "E-2", username: "bo", email: "bo@example.com" },
  },
  leave: {
    type: "employee.terminated",
    timestamp: happenedAt,
    data: { employeeId: "E-1", lastDay: "2026-02-28", graceDays: 3 },
  },
  status: {
    type: "status.set",
    timestamp: happenedAt,
    data: {
      employeeId: "E-1",
      text: "At lunch",
      expiresAt: "2026-02-01T12:00:00+01:00",
    },
  },
  bambooHire: {
    employees: [
      {
        id: "41",
        action: "Updated",
        timestamp: happenedAt,
        changedFields: ["Status"],
        fields: {
          Status: "Active",
          "First Name": "Ada",
          "Last Name": "Berg",
          "Work Email": "ada@example.com",
          "Hire Date": "2026-02-01",
        },
      },
    ],
  },
} as const;

export function slackCommand(text: string, triggerId = "1.2"): URLSearchParams {
  return new URLSearchParams({
    team_id: "T1",
    user_id: "U777",
    command: "/status",
    text,
    trigger_id: triggerId,
    response_url: "https://hooks.slack.com/commands/T1/1/x",
  });
}

export function mattermostCommand(text: string): URLSearchParams {
  return new URLSearchParams({
    user_id: "u777",
    text,
    trigger_id: "t1",
    token: mattermost.keys[0],
  });
}

export function teamsActivity(text: string): object {
  return {
    type: "message",
    id: "1769884860000",
    timestamp: happenedAt,
    from: { id: "29:x", aadObjectId: "1a2b3c4d-0000-4000-8000-000000000001" },
    conversation: { id: "19:abc@thread.tacv2" },
    text: `<at>Status</at>&nbsp;${text}`,
  };
}

/** The same event as a CloudEvent in its structured form. */
export function cloudEventOf({ type, timestamp, data }: SentEvent) {
  const source = "/hr/people";
  return { specversion: "1.0", id: "c-1", source, type, time: timestamp, data };
}

export type SentEvent = { type: string; timestamp: string; data: object };
