import * as z from "zod/mini";
import { maxGraceDays } from "../fields.ts";
import { nameOrders } from "../person/full-name.ts";
import { dispositions } from "../store/operation.ts";
import { largeSetting, setting } from "./setting.ts";
import {
  address,
  httpsAddressOrEmpty,
  listOf,
  oneOf,
  timeZone,
  wholeNumber,
  wholeNumberOr,
  yesOrNo,
} from "./values.ts";

/** The settings of every workflow: where the platform is, and how we call it. */
export const platformSettings = {
  /** The platform. Its API is at `{baseUrl}/api/core/v3`. */
  baseUrl: setting("BASE_URL", address()),
  /** The platform's login is at `{authUrl}/login`. */
  authUrl: setting("AUTH_URL", address()),
  /** How the service account authenticates: by login, by HTTP Basic, or with a token from the API store's console. */
  serviceAuth: setting(
    "SERVICE_AUTH",
    oneOf("login", "basic", "token"),
    "login",
  ),
  /** Longest time for one attempt of a call to the platform, in milliseconds. */
  callTimeoutMs: setting("CALL_TIMEOUT_MS", wholeNumber(1, 20_000), 10_000),
  /** Calls to the platform that all workflows together make in a second. 0 means no limit. */
  platformCallsPerSecond: setting(
    "PLATFORM_CALLS_PER_SECOND",
    wholeNumber(0, 10_000),
    0,
  ),
  /**
   * Time that one sandbox has to log in before another sandbox tries, in milliseconds. Choose about the slowest of
   * fifty logins.
   */
  loginLeaseMs: setting("LOGIN_LEASE_MS", wholeNumber(1, 30_000), 1_000),
};

/**
 * What happens to a leaver: `delete`, or `disable`, which keeps the disabled person. An event can ask for `disable`
 * where the setting is `delete`, and not the other way round.
 */
export const leaverDisposition = setting(
  "LEAVER_DISPOSITION",
  oneOf(...dispositions),
  "delete",
);

/**
 * How many contents of a leaver a deletion may take away: announcements, discussions, documents, polls and posts that
 * the service account sees. A deletion of more is held until an operator releases or rejects it. `unlimited`: nothing
 * is counted, and every deletion takes all contents away.
 */
export const maxContentsDeleted = setting(
  "MAX_CONTENTS_DELETED",
  wholeNumberOr(0, 1_000, "unlimited"),
  100,
);

/** Longest status, in characters. */
export const statusMaxLength = setting(
  "STATUS_MAX_LENGTH",
  wholeNumber(1, 1_000),
  140,
);

/** How many people terminations and suspensions may disable. */
const disableLimit = {
  /**
   * The share of the known people whom terminations and suspensions may disable within 24 hours. `min` and `max` bound
   * the resulting number of people. Operations above the limit are held until an operator releases or rejects them.
   */
  percent: setting("DISABLE_LIMIT_PERCENT", wholeNumber(0, 100), 10),
  /** The number of people who may always be disabled within 24 hours. */
  min: setting("DISABLE_LIMIT_MIN", wholeNumber(0, 1_000), 10),
  /** The largest number of people who may be disabled within 24 hours. */
  max: setting("DISABLE_LIMIT_MAX", wholeNumber(0, 1_000), 100),
};

/** How many people may be deleted. */
const deletionLimit = {
  /**
   * The share of the known people who may be deleted within 24 hours. `min` and `max` bound the resulting number of
   * people. Operations above the limit are held until an operator releases or rejects them.
   */
  percent: setting("DELETION_LIMIT_PERCENT", wholeNumber(0, 100), 5),
  /** The number of people who may always be deleted within 24 hours. */
  min: setting("DELETION_LIMIT_MIN", wholeNumber(0, 1_000), 3),
  /** The largest number of people who may be deleted within 24 hours. */
  max: setting("DELETION_LIMIT_MAX", wholeNumber(0, 1_000), 20),
};

/**
 * How a new person authenticates for tasks and streams: by HTTP Basic, or by login where people have an account in the
 * API store.
 */
export const personAuth = setting(
  "PERSON_AUTH",
  oneOf("basic", "login"),
  "basic",
);

/** How many people may get another username or e-mail address. */
const renameLimit = {
  /**
   * The share of the known people whose username or e-mail address may change within 24 hours. `min` and `max` bound
   * the resulting number of people. Operations above the limit are held until an operator releases or rejects them.
   */
  percent: setting("RENAME_LIMIT_PERCENT", wholeNumber(0, 100), 10),
  /** The number of people whose names may always change within 24 hours. */
  min: setting("RENAME_LIMIT_MIN", wholeNumber(0, 1_000), 10),
  /** The largest number of people whose names may change within 24 hours. */
  max: setting("RENAME_LIMIT_MAX", wholeNumber(0, 1_000), 100),
};

/** The daily limits, for each function that asks them or foresees their answers. */
export const limitSettings = { disableLimit, deletionLimit, renameLimit };

/**
 * Where people can read the folder `docs` of this version, such as
 * `https://git.example.com/it/community-automation/blob/main/docs`. Problem documents and notices link to its pages. If
 * it is empty, problem documents link to the page `/problems` of the API, and notices have no links.
 */
export const docsUrl = setting("DOCS_URL", httpsAddressOrEmpty(), "");

/**
 * The time zone of dates without a time, if an event names no `zone`, and of times of day in chat. It counts for what
 * is said from then on.
 */
export const zone = setting("ZONE", timeZone(), "UTC");

/**
 * The order of given and family name in a full name that an event does not name: `script` has the family name first
 * where both are in Han, Hangul or Kana.
 */
export const nameOrder = setting("NAME_ORDER", oneOf(...nameOrders), "script");

/** The name, the e-mail address, the username and the identities always follow the HR system. */
const ownableFields = [
  "title",
  "department",
  "company",
  "location",
  "address",
  "phones",
  "startDate",
  "tags",
  "biography",
  "expertise",
  "avatar",
] as const;

/** Fields of an event that belong to the person: a change leaves them as they are once the person has a value. */
export const personOwns = setting(
  "PERSON_OWNS",
  listOf(
    z.enum(ownableFields),
    ownableFields.length,
    `of ${ownableFields.join(", ")}`,
  ),
  ["tags", "biography", "expertise", "avatar"],
);

/**
 * Whether identity providers connect by [SCIM](../functions/scim/README.md). It deploys the function and the route for
 * it, and what providers said of a person is erased with the person.
 */
export const scim = setting("SCIM", yesOrNo(), false);

/** People whom we never disable, delete or adopt. The service account is always protected. */
export const protectedUsernames = largeSetting(
  "PROTECTED_USERNAMES",
  listOf(z.string().check(z.minLength(1)), 10_000, "usernames"),
  [],
);

/** What the rules of the employment depend on, and what an event leaves open. */
export const ruleSettings = {
  zone,

  /**
   * A hire of an employee whose person exists: `report` makes a warning of each field that differs, and `update`
   * changes the person like `employee.changed`, if the caller has the scope `update`.
   */
  repeatedHire: setting("REPEATED_HIRE", oneOf("report", "update"), "report"),

  /**
   * A hire without a start date that comes after the termination of the employee: `report` ends it in
   * `needs_attention`, because it may be a repetition that came late; `accept` takes it as a new employment. A change
   * judges no earlier hire.
   */
  rehireWithoutStartDate: setting(
    "REHIRE_WITHOUT_START_DATE",
    oneOf("report", "accept"),
    "report",
  ),

  /** Days from disabling a leaver to deleting them, if the event does not name a number. */
  graceDays: setting("GRACE_DAYS", wholeNumber(0, maxGraceDays), 7),

  /**
   * The smallest number of days from disabling a leaver to deleting them. A smaller number in an event or in
   * `graceDays` is raised. Another operator than the sender can end the grace period earlier.
   */
  minGraceDays: setting("MIN_GRACE_DAYS", wholeNumber(0, maxGraceDays), 1),
  leaverDisposition,
};
