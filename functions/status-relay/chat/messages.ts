import type { Operation } from "../../../shared/store/operation.ts";
import type { StatusPresets } from "../status-presets.ts";
import { presetText } from "./command.ts";
import { latestEndMs } from "./status-end.ts";
import { dayMs } from "../../../shared/durations.ts";

const latestEndDays = latestEndMs / dayMs;

const notActive =
  "Your profile is not active, so its status stays as it is. Please ask your administrator.";

type Status = { text: string; expiresAtMs?: number | undefined };

export type Messages = ReturnType<typeof createMessages>;

export type MessagesOptions = {
  /** Whether all members of the channel can read the answers. Then no answer contains the status. */
  isPublic: boolean;
  /** The time zone of times in answers: an IANA name. */
  zone: string;
  /** The help lists them. @default none */
  presets?: StatusPresets | undefined;
};

/** Creates all sentences of our chat answers, as plain text. */
export function createMessages({
  isPublic,
  zone,
  presets = {},
}: MessagesOptions) {
  const untilOf = ({ expiresAtMs }: Status) =>
    expiresAtMs === undefined ? "" : `, until ${timeIn(zone, expiresAtMs)}`;

  return {
    set: (status: Status) =>
      isPublic
        ? `Done: your status is set${untilOf(status)}.`
        : `Done: your status is “${status.text}”${untilOf(status)}.`,
    cleared: (status: Status) =>
      `Done: you have no status${untilOf(status) || " any more"}.`,
    /** @param text - empty for no status */
    shown: (text: string) => {
      if (isPublic)
        return "Everyone in this channel can read my answer. Please look at your profile for your status.";
      return text === "" ? "You have no status." : `Your status is “${text}”.`;
    },
    alreadyAnswered: () =>
      "I have already answered this message. Please type the command again.",
    help: () =>
      [
        "Tell me your status and I put it on your profile:",
        "• In a meeting",
        "• Lunch for 45 min (or 2h, 1h30m, 3 days)",
        "• Travelling until 17:00 (or 5pm, 2026-12-24)",
        ...Object.entries(presets).map(
          ([name, preset]) =>
            `• ${name}: ${presetText(preset)}${preset.for ? `, for ${preset.for}` : ""}`,
        ),
        "• clear: remove your status",
        ...(isPublic ? [] : ["• show: read your status"]),
        "• set help: set a status that is one of these words",
        `Times are in the time zone ${zone}.`,
      ].join("\n"),
    tooLong: ({ length, maxLength }: { length: number; maxLength: number }) =>
      `Your status has ${length} characters. The maximum is ${maxLength}. Please shorten it.`,
    endOutOfRange: () =>
      `A status must end within the next ${latestEndDays} days. Please choose another time.`,
    unlinked: (identityKind: string, userId: string) =>
      `I don't know yet who you are. Please ask your administrator to link the ${identityKind} id ${userId} to your employee record.`,
    notActive: () => notActive,
    suspended: () =>
      isPublic
        ? notActive
        : "Your account is suspended at the moment, so I can't show or change your status. It works again when you are back.",
    notAllowed: () =>
      "I may not do that from here. Please ask your administrator.",
    expired: () =>
      "The end of this status passed before I could set it, so your status stays as it is.",
    superseded: () =>
      "You have set a newer status in the meantime, so I did not change it.",
    /** @param willFollow - whether a late answer will come, which not every chat tool allows */
    accepted: (willFollow: boolean) =>
      willFollow
        ? "I'm on it… I'll tell you when it's done."
        : "I'm on it… Please look at your profile in a moment.",
    /** The event may have been accepted before the outage. */
    unavailable: () =>
      "Something went wrong here. Please look at your profile in a moment, and try again if it has not changed.",
    /** The platform, or a part of ours, is out of order. */
    delayed: () =>
      "I can't reach your profile at the moment. I'll keep trying for an hour.",
    failed: () =>
      "Sorry, that did not work. Please try again later, and tell your administrator if it keeps happening.",
  };
}

type AnswerFacts = {
  operation: Pick<Operation, "type" | "status" | "reason" | "blockedBy">;
  /** The requested status. */
  status: { text: string; expiresAtMs?: number | undefined };
  /** For `status.show`: the status that was read, empty for none. Undefined if an earlier answer has shown it. */
  shown?: string | undefined;
};

/** Chooses the sentence for the result of a settled operation. */
export function resultMessage(
  messages: Messages,
  { operation, status, shown }: AnswerFacts,
): string {
  if (operation.blockedBy !== undefined) return messages.delayed();
  if (operation.reason === "not-active") return messages.notActive();
  if (operation.reason === "employee-suspended") return messages.suspended();
  if (operation.reason === "newer-status") return messages.superseded();
  if (operation.reason === "expired") return messages.expired();
  // With any other reason, a cancelled status was shown and ended earlier than planned.
  if (!["succeeded", "waiting", "cancelled"].includes(operation.status))
    return messages.failed();
  if (operation.type === "status.show")
    return shown === undefined
      ? messages.alreadyAnswered()
      : messages.shown(shown);
  return status.text === "" ? messages.cleared(status) : messages.set(status);
}

function timeIn(zone: string, instantMs: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(instantMs);
}
