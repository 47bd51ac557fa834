/** The fields that the events of a sequence set. The e-mail address follows the username. */
export type Fields = { title: string; username: string };

/** One event of HR about an employee. All times are in milliseconds from the begin of the sequence. */
export type EmploymentEvent = {
  /** The event's own time. No two events of a sequence have the same. */
  atMs: number;
} & (
  | { kind: "hire"; startsAtMs?: number | undefined; fields: Fields }
  | { kind: "adopt"; fields: Fields }
  | {
      kind: "change";
      effectiveAtMs?: number | undefined;
      fields: Partial<Fields>;
    }
  | {
      kind: "suspend";
      fromMs?: number | undefined;
      untilMs?: number | undefined;
    }
  | { kind: "resume" }
  | { kind: "leave"; lastDayAtMs?: number | undefined; isKept: boolean }
  | { kind: "cancel leaving" }
);

/** What is true when all events have arrived, and all their dates have passed. */
export type End = {
  /** Two answers if it depends on the time of arrival. */
  person: readonly ("enabled" | "disabled" | "gone")[];
  /** How many people may be deleted. */
  maxDeletions: number;
  /** Of a person who exists. Several values if it is unknown which hire created the person. */
  fields: { [F in keyof Fields]: readonly string[] };
};

type Leaving = {
  lastDayAtMs: number;
  isKept: boolean;
  /** Whether an earlier termination of the same employment deletes, unless this one comes before. */
  mayBeDeleted: boolean;
};

type Employment = {
  openedBy: EmploymentEvent;
  leaving?: Leaving | undefined;
  /** Whether its hire arrived when an earlier person had been deleted. */
  isOpenedAfterDeletion: boolean;
  /** How many cancelled leavings deleted the person, because their cancellation came too late. */
  deletions: number;
  isSuspended: boolean;
  maySuspensionBeErased?: boolean;
};

/** What the events alone do not say, because it depends on the order in which they arrived. */
export type Arrived = {
  /** Cancelled leavings that came after the deletion. */
  late: ReadonlySet<EmploymentEvent>;
  /** Events that first arrived when a person had been deleted. */
  afterDeletion: ReadonlySet<EmploymentEvent>;
  /** The hires that may have created the person who exists. Other hires of this person are reported, and change nothing. */
  creators: readonly EmploymentEvent[];
  /** The changes that came to this person. */
  changes: readonly EmploymentEvent[];
};

/**
 * Says how a sequence of events ends, from the events alone: each takes effect in the order of their own times (decision
 * 17). The first event is a hire, or an adoption of a person who exists.
 */
export function endOf(
  events: readonly EmploymentEvent[],
  { late, afterDeletion, creators, changes }: Arrived,
): End {
  const inOrder = events.toSorted((one, other) => one.atMs - other.atMs);
  const employments = employmentsOf(
    inOrder.filter((one) => !late.has(one)),
    afterDeletion,
  );
  const alternatives = creators.map((hire) => fieldsOf(hire, changes));
  return {
    person: personOf(employments.at(-1)),
    maxDeletions: employments
      .map(({ leaving, deletions }) => deletions + deletionsOf(leaving))
      .reduce((sum, deletions) => sum + deletions, 0),
    fields: {
      title: alternatives.map(({ title }) => title),
      username: alternatives.map(({ username }) => username),
    },
  };
}

function deletionsOf(leaving: Leaving | undefined): number {
  return leaving && (!leaving.isKept || leaving.mayBeDeleted) ? 1 : 0;
}

function employmentsOf(
  inOrder: readonly EmploymentEvent[],
  afterDeletion: ReadonlySet<EmploymentEvent>,
): Employment[] {
  const employments: Employment[] = [];
  for (const event of inOrder) {
    const current = employments.at(-1);
    if (event.kind === "hire" || event.kind === "adopt") {
      if (isNewEmployment(event, current))
        employments.push({
          openedBy: event,
          isOpenedAfterDeletion: afterDeletion.has(event),
          deletions: 0,
          isSuspended: false,
        });
    } else if (current) {
      if (afterDeletion.has(event))
        current.deletions += deletionsOf(current.leaving);
      apply(event, current);
      // A limit of decision 17: the deletion of an earlier person erases a suspension that arrived before it.
      if (event.kind === "suspend")
        current.maySuspensionBeErased =
          current.isOpenedAfterDeletion && !afterDeletion.has(event);
    }
  }
  return employments;
}

function isNewEmployment(
  event: EmploymentEvent,
  current: Employment | undefined,
): boolean {
  if (current === undefined) return true;
  const { leaving } = current;
  return (
    leaving !== undefined &&
    event.kind === "hire" &&
    (event.startsAtMs ?? event.atMs) >= leaving.lastDayAtMs
  );
}

function apply(event: EmploymentEvent, current: Employment): void {
  switch (event.kind) {
    case "leave": {
      const { lastDayAtMs = event.atMs, isKept } = event;
      const before = current.leaving;
      const mayBeDeleted = before
        ? !before.isKept || before.mayBeDeleted
        : false;
      current.leaving = { lastDayAtMs, isKept, mayBeDeleted };
      break;
    }
    case "cancel leaving":
      current.leaving = undefined;
      break;
    case "suspend":
      current.isSuspended = event.untilMs === undefined;
      break;
    case "resume":
      current.isSuspended = false;
      break;
    default:
  }
}

function personOf(employment: Employment | undefined): End["person"] {
  if (employment === undefined) return ["gone"];
  const { leaving, isSuspended, maySuspensionBeErased } = employment;
  if (leaving === undefined) {
    if (!isSuspended) return ["enabled"];
    return maySuspensionBeErased ? ["disabled", "enabled"] : ["disabled"];
  }
  // A person whose hire arrives after the termination is not created.
  return leaving.isKept ? ["disabled", "gone"] : ["gone"];
}

/**
 * Each field has the value of the latest event that names it: by effective time, then by event time. What was sent
 * before the hire, and held before it, does not count.
 */
function fieldsOf(
  hire: EmploymentEvent,
  changes: readonly EmploymentEvent[],
): Fields {
  const settings = [hire, ...changes]
    .flatMap((event) =>
      "fields" in event
        ? [
            {
              fields: event.fields,
              atMs: event.atMs,
              effectiveAtMs:
                (event.kind === "change" ? event.effectiveAtMs : undefined) ??
                event.atMs,
            },
          ]
        : [],
    )
    .filter(
      ({ atMs, effectiveAtMs }) => Math.max(atMs, effectiveAtMs) >= hire.atMs,
    )
    .toSorted(
      (one, other) =>
        one.effectiveAtMs - other.effectiveAtMs || one.atMs - other.atMs,
    );
  return Object.assign(
    { title: "", username: "" },
    ...settings.map(({ fields }) => fields),
  ) as Fields;
}
