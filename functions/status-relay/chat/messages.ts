import { latestEndMs } from "./status-end.ts";

const latestEndDays = latestEndMs / (24 * 60 * 60_000);

type Status = { text: string; expiresAtMs?: number | undefined };

export type Messages = ReturnType<typeof createMessages>;

export type MessagesOptions = {
  /** Whether everybody in the channel reads them: then none tells what the status is. */
  isPublic: boolean;
  /** In which times are told: an IANA name. */
  zone: string;
};

/** Every sentence that people read in chat, as plain text. */
export function createMessages({ isPublic, zone }: MessagesOptions) {
  const untilOf = ({ expiresAtMs }: Status) =>
    expiresAtMs === undefined ? "" : `, until ${timeIn(zone, expiresAtMs)}`;

  return {
    set: (status: Status) =>
      isPublic
        ? `Done: your status is set${untilOf(status)}.`
        : `Done: your status is “${status.text}”${untilOf(status)}.`,
    cleared: (status: Status) =>
      `Done: you have no status${untilOf(status) || " any more"}.`,
    /** @param text - empty where there is none */
    shown: (text: string) => {
      if (isPublic)
        return "Everybody reads along here. Your profile shows your status.";
      return text === "" ? "You have no status." : `Your status is “${text}”.`;
    },
    toldBefore: () => "I have told you already. Please ask again.",
    help: () =>
      [
        "Tell me your status and I put it on your profile:",
        "• In a meeting",
        "• Lunch for 45 min (or 2h, 1h30m, 3 days)",
        "• Travelling until 17:00 (or 5pm, 2026-12-24)",
        "• clear: take it away",
        ...(isPublic ? [] : ["• show: tell me what it is"]),
        "• set help: for a status that is one of these words",
        `Times are those of ${zone}.`,
      ].join("\n"),
    tooLong: ({ length, maxLength }: { length: number; maxLength: number }) =>
      `That is ${length} characters long, and a status has at most ${maxLength}. Please shorten it.`,
    endOutOfRange: () =>
      `A status can end within the next ${latestEndDays} days. Please choose another time.`,
    unlinked: (identityKind: string, userId: string) =>
      `I don't know yet who you are. Please ask your administrator to link the ${identityKind} id ${userId} to you.`,
    notActive: () =>
      "Your profile is not active, so its status stays as it is. Please ask your administrator.",
    notAllowed: () =>
      "I may not do that from here. Please ask your administrator.",
    expired: () =>
      "Its time was over before I could set it, so your status stays as it is.",
    superseded: () =>
      "You have set a newer status meanwhile, so I left that one in place.",
    /** @param willFollow - whether the result is told later, which not every chat allows */
    accepted: (willFollow: boolean) =>
      willFollow
        ? "I'm on it… I'll tell you when it's done."
        : "I'm on it… Please look at your profile in a moment.",
    /** It may have been taken all the same. */
    unavailable: () =>
      "Something went wrong here. Please look at your profile in a moment, and try again if it has not changed.",
    failed: () =>
      "Sorry, that did not work. Please try again later, and tell your administrator if it keeps happening.",
  };
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
