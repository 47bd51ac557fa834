import type { Operation } from "../../../shared/store/operation.ts";
import type { StatusPresets } from "../status-presets.ts";
import type { Button } from "./adapter.ts";
import { presetText } from "./command.ts";
import { latestEndMs } from "./status-end.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { clockAt } from "../../../shared/zoned-time.ts";

/** A status in sentences that show how to type a command. */
const example = "In a meeting";
const latestEndDays = latestEndMs / dayMs;

const notActive =
  "Your profile is not active, so its status stays as it is. Please ask your administrator.";

type Status = { text: string; expiresAtMs?: number | undefined };

export type Messages = ReturnType<typeof createMessages>;

/** Creates all sentences of our chat answers, as plain text. */
export function createMessages({
  isPublic,
  zone,
  locale,
  presets = {},
}: {
  /** Whether all members of the channel can read the answers. Then no answer contains the status. */
  isPublic: boolean;
  /** The time zone of times in answers: an IANA name. */
  zone: string;
  /** The language of dates in answers, as BCP 47 writes it. @default British English */
  locale?: string | undefined;
  /** The help lists them. @default none */
  presets?: StatusPresets | undefined;
}) {
  const timeOf = (instantMs: number) => timeIn(zone, locale, instantMs);
  const untilOf = ({ expiresAtMs }: Omit<Status, "text">) =>
    expiresAtMs === undefined ? "" : `, until ${timeOf(expiresAtMs)}`;

  return {
    isPublic,
    set: (status: Status) =>
      isPublic
        ? `Done: your status is set${untilOf(status)}.`
        : `Done: your status is “${status.text}”${untilOf(status)}.`,
    cleared: (status: Status) =>
      `Done: you have no status${untilOf(status) || " any more"}.`,
    /** @param status - its text is empty for no status */
    shown: (status: Status) => {
      if (isPublic)
        return "Everyone in this channel can read my answer. Please look at your profile for your status.";
      const { text } = status;
      return text === ""
        ? `You have no status${untilOf(status)}.`
        : `Your status is “${text}”${untilOf(status)}.`;
    },
    alreadyAnswered: () =>
      "I have already answered this message. Please type the command again.",
    help: () =>
      [
        "Tell me your status and I put it on your profile:",
        `• ${example}`,
        "• Lunch for 45 min (or 2h, 1h30m, 3 days)",
        "• Travelling until 17:00 (or 5pm, 24 Dec, 2026-12-24)",
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
    noText: (endsAtMs: number) =>
      `What shall your status be until ${timeOf(endsAtMs)}? Please type it before the time: “${example} for 45 min”.`,
    endHasPassed: (endsAtMs: number) =>
      `That time has passed: ${timeOf(endsAtMs)}. Please choose a later one.`,
    endTooLate: () =>
      `A status must end within the next ${latestEndDays} days. Please choose another time.`,
    noSuchEnd: () =>
      "There is no such time or day. Please choose another one, such as 17:00, 5pm, 24 Dec or 2026-12-24.",
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
    /** For a failure of ours. The event may have been accepted before it. */
    unavailable: () =>
      "Something went wrong here. Please look at your profile in a moment, and try again if it has not changed.",
    /** The platform, or a part of ours, is out of order. */
    delayed: () =>
      "I can't reach your profile at the moment. I'll keep trying for an hour.",
    failed: () =>
      "Sorry, that did not work. Please try again later, and tell your administrator if it keeps happening.",
  };
}

/** An answer for the user, not yet in the form of a chat tool. */
export type Answer = { text: string; buttons?: readonly Button[] };

type AnswerFacts = {
  operation: Pick<Operation, "type" | "status" | "reason" | "blockedBy">;
  status: Status;
  /** For `status.show`: the status that was read. Undefined if an earlier answer has shown it. */
  shown?: Status | undefined;
};

/** Chooses the sentence for the result of a settled operation, and what the user can do next. */
export function resultAnswer(
  messages: Messages,
  { operation, status, shown }: AnswerFacts,
): Answer {
  const failure = failureOf(messages, operation);
  if (failure !== undefined) return { text: failure };
  const isShow = operation.type === "status.show";
  const seen = isShow ? shown : status;
  if (!seen) return { text: messages.alreadyAnswered() };
  const buttons = messages.isPublic ? [] : buttonsFor(seen);
  if (isShow) return { text: messages.shown(seen), buttons };
  const sentence = seen.text === "" ? messages.cleared : messages.set;
  return { text: sentence(seen), buttons };
}

/** Undefined if the operation did what the user asked for. */
function failureOf(
  messages: Messages,
  { status, reason, blockedBy }: AnswerFacts["operation"],
): string | undefined {
  if (blockedBy !== undefined) return messages.delayed();
  if (reason === "not-active") return messages.notActive();
  if (reason === "employee-suspended") return messages.suspended();
  if (reason === "newer-status") return messages.superseded();
  if (reason === "expired") return messages.expired();
  if (reason === "status-not-read") return messages.failed();
  // With any other reason, a cancelled status was shown and ended earlier than planned.
  return ["succeeded", "waiting", "cancelled"].includes(status)
    ? undefined
    : messages.failed();
}

/** A time with its zone. Midnight is shown as the day before, because a status "until" a day lasts that whole day. */
function timeIn(
  zone: string,
  locale: string | undefined,
  instantMs: number,
): string {
  const isMidnight = clockAt(instantMs, zone) % dayMs === 0;
  return new Intl.DateTimeFormat(locale ?? "en-GB", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    ...(!isMidnight && {
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    }),
  }).format(isMidnight ? instantMs - 1 : instantMs);
}

/**
 * The buttons below a status that was set or shown. The command of "1 hour longer" names the new end, so a second click
 * changes nothing more.
 *
 * @param status - its text is empty for no status
 */
function buttonsFor({ text, expiresAtMs }: Status): readonly Button[] {
  if (text === "") return [];
  const clear = { label: "Clear", command: "clear" };
  if (expiresAtMs === undefined) return [clear];
  const end = new Date(expiresAtMs + hourMs).toISOString();
  return [
    { label: "1 hour longer", command: `set ${text} until ${end}` },
    clear,
  ];
}
