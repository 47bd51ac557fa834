import type { EmployeeState } from "../../shared/store/employee.ts";

/** Undefined: from the event, and until further notice. */
type Absence = { fromMs: number | undefined; untilMs: number | undefined };

/** What the present state of a record says, as the map of the lookup derives it. */
export type Meaning = Absence & {
  type:
    | "employee.hired"
    | "employee.terminated"
    | "employee.suspended"
    /** No last day is planned, and nothing else is said. */
    | "employee.termination_cancelled";
  startsAtMs: number | undefined;
  /** The end of the last day that the record names, whatever its type. */
  lastDayAtMs: number | undefined;
  /** The last day is not over, so the employment goes on until then. */
  isAhead: boolean;
  /** A planned last day no longer holds if the record names none to come: the record does not only keep silent. */
  withdraws: boolean;
};

/** What our store knows of the employee of a record. */
export type Situation = {
  /** Undefined if our store does not know the employee. */
  state: EmployeeState | undefined;
  /** A hire or an adoption waits, runs, or is about to run. */
  isHired: boolean;
  /** The termination that holds or will hold. `endsAtMs`: its last day, or the time of its event if it names none. */
  leaving:
    | { isOurs: boolean; lastDayAtMs: number | undefined; endsAtMs: number }
    | undefined;
  /** The suspension that holds or will hold. */
  suspension: ({ isOurs: boolean } & Absence) | undefined;
};

export type DecidedType =
  Meaning["type"] | "employee.changed" | "employee.resumed";

/**
 * Decides which events a record means (the table of decision 23). `isOurs` says that the caller of the record sent the
 * earlier event: a caller ends no suspension and cancels no termination of another one.
 *
 * The last event is the one that carries the record. No event comes twice.
 *
 * @param mayUpdate - the caller has the scope `update`. Without it, a hire that came before is repeated
 */
export function decideEvents(
  meaning: Meaning,
  situation: Situation,
  mayUpdate: boolean,
): DecidedType[] {
  if (hasLeftAsKnown(meaning, situation)) return [];
  switch (meaning.type) {
    case "employee.hired":
      return ofEmployed(meaning, situation, mayUpdate);
    case "employee.terminated":
      return meaning.isAhead
        ? ofFutureLeaver(meaning, situation, mayUpdate)
        : ofLeaver(meaning.lastDayAtMs, situation);
    case "employee.suspended":
      return ofAbsent(meaning, situation);
    case "employee.termination_cancelled":
      return hasEnded(situation) ? [] : withdrawal(meaning, situation);
  }
}

/**
 * Whether the source employs an employee again who has left because of this caller, and names the start date of the
 * employment that ended. A hire with this date would count as a repetition of that employment.
 */
export function isRehireUnclear(
  meaning: Meaning,
  situation: Situation,
): boolean {
  const { type, startsAtMs, isAhead } = meaning;
  const { state, isHired, leaving } = situation;
  const isEmployed =
    type === "employee.hired" || (type === "employee.terminated" && isAhead);
  const hasLeft = !isHired && (state === "left" || state === "deleting");
  return (
    isEmployed &&
    hasLeft &&
    leaving?.isOurs === true &&
    startsAtMs !== undefined &&
    startsAtMs < leaving.endsAtMs &&
    !hasLeftAsKnown(meaning, situation)
  );
}

/**
 * Whether the employee has left because of this caller, on the last day that the record names or is silent about. The
 * source may show another status for some time: its day ends in another zone, or it changes the status at night.
 */
function hasLeftAsKnown(
  { startsAtMs, lastDayAtMs, isAhead, withdraws }: Meaning,
  { state, leaving }: Situation,
): boolean {
  if (!leaving?.isOurs || leaving.lastDayAtMs === undefined) return false;
  const isSame =
    lastDayAtMs === undefined
      ? !withdraws && (state === "leaving" || state === "kept")
      : !isAhead && lastDayAtMs === leaving.lastDayAtMs;
  // Otherwise it is the last day of an earlier employment.
  return (
    isSame && (startsAtMs === undefined || startsAtMs < leaving.lastDayAtMs)
  );
}

/** Whether only a hire brings the employee back. */
function hasEnded({ state, isHired }: Situation): boolean {
  return !isHired && (state === "deleting" || state === "left");
}

/**
 * The cancellation of what this caller has planned, unless the record keeps silent about the last day that it named
 * before: the rights of its reader may hide it.
 */
function withdrawal(
  { withdraws }: Pick<Meaning, "withdraws">,
  { leaving }: Situation,
): DecidedType[] {
  return leaving?.isOurs && (withdraws || leaving.lastDayAtMs === undefined)
    ? ["employee.termination_cancelled"]
    : [];
}

function ofEmployed(
  meaning: Meaning,
  situation: Situation,
  mayUpdate: boolean,
): DecidedType[] {
  const { startsAtMs } = meaning;
  const { state, isHired, leaving, suspension } = situation;
  // An employee whose person is being deleted can only be hired again.
  const isGone =
    !isHired && (isNotHere(state) || state === "deleting" || state === "kept");
  if (isGone && !(state === "kept" && leaving?.isOurs))
    return ["employee.hired"];
  const isRehired =
    leaving?.isOurs &&
    startsAtMs !== undefined &&
    startsAtMs > leaving.endsAtMs;
  if (isRehired) return ["employee.hired"];
  const staysSuspended =
    !meaning.withdraws && isSuspendedUntil(leaving?.lastDayAtMs, situation);
  return [
    ...withdrawal(meaning, situation),
    ...(suspension?.isOurs && !staysSuspended
      ? (["employee.resumed"] as const)
      : []),
    mayUpdate ? "employee.changed" : "employee.hired",
  ];
}

/** A contract with an end: the record hires or changes the employee, and lets them leave on the last day. */
function ofFutureLeaver(
  meaning: Meaning,
  situation: Situation,
  mayUpdate: boolean,
): DecidedType[] {
  const { lastDayAtMs } = meaning;
  const kept: DecidedType[] = [
    "employee.termination_cancelled",
    ...(isSuspendedUntil(lastDayAtMs, situation)
      ? (["employee.resumed"] as const)
      : []),
  ];
  return [
    ...ofEmployed(meaning, situation, mayUpdate).filter(
      (type) => !kept.includes(type),
    ),
    ...leaveOn(lastDayAtMs, situation),
  ];
}

/** Whether the suspension lasts until the last day: HR has ended the access of a leaver, who does not come back. */
function isSuspendedUntil(
  lastDayAtMs: number | undefined,
  { suspension }: Situation,
): boolean {
  return (
    lastDayAtMs !== undefined &&
    suspension?.untilMs !== undefined &&
    suspension.untilMs >= lastDayAtMs
  );
}

function ofLeaver(
  lastDayAtMs: number | undefined,
  situation: Situation,
): DecidedType[] {
  const { state, isHired } = situation;
  if (!isHired && (state === undefined || state === "left")) return [];
  return leaveOn(lastDayAtMs, situation);
}

/** A termination, unless this caller has said already that the employee leaves on that day. */
function leaveOn(
  lastDayAtMs: number | undefined,
  { leaving }: Situation,
): DecidedType[] {
  const isKnown =
    leaving?.isOurs &&
    (lastDayAtMs === undefined || lastDayAtMs === leaving.lastDayAtMs);
  return isKnown ? [] : ["employee.terminated"];
}

function ofAbsent(meaning: Meaning, situation: Situation): DecidedType[] {
  const { fromMs, untilMs, lastDayAtMs, isAhead } = meaning;
  const { state, isHired, suspension } = situation;
  // Without a person, there is nothing to suspend. The end of the absence brings a hire.
  if (!isHired && (state === undefined || state === "left")) return [];
  const isKnown =
    suspension?.isOurs &&
    suspension.fromMs === fromMs &&
    suspension.untilMs === untilMs;
  const suspended: DecidedType[] = isKnown ? [] : ["employee.suspended"];
  if (isAhead) return [...suspended, ...leaveOn(lastDayAtMs, situation)];
  return [...withdrawal(meaning, situation), ...suspended];
}

/** Whether there is no employment. Of an expected employee, only events are known that create no person. */
function isNotHere(state: EmployeeState | undefined): boolean {
  return state === undefined || state === "expected" || state === "left";
}
