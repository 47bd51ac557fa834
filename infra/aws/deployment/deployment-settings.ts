import * as z from "zod";
import { noticeSource } from "../../../functions/notifications/notice-source.ts";
import type { Setting } from "../../../shared/runtime/setting.ts";
import {
  matching,
  oneOf,
  type Value,
  wholeNumber,
  yesOrNo,
} from "../../../shared/runtime/values.ts";
import { allFunctionNames, functionNames } from "./function-names.ts";
import { product } from "./product.ts";
import { schedulesSchema } from "./schedules.ts";

/** The retention days that CloudWatch Logs offers. */
const retentions = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827,
  2192, 2557, 2922, 3288, 3653,
] as const;

const eventSourceSchema = z
  .string()
  .regex(
    /^(?!aws\.)[\w./@-]{1,256}$/,
    "must be a source of EventBridge events, such as com.example.hr, that is not one of AWS",
  )
  .refine(
    (source) => source !== noticeSource,
    "must not be the source of our own notices",
  );

const customDomainSchema = z.strictObject({
  name: z
    .string()
    .max(253)
    .regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
      "must be the name of a host, such as hooks.example.com",
    ),
  certificateArn: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]{1,128}$/,
      "must be the ARN of a certificate in ACM, in the region of the stack",
    ),
  isOnlyAddress: z.boolean("must be true or false"),
});
const noDomain: z.infer<typeof customDomainSchema> | null = null;

/**
 * Lambda accepts 64 characters for the name of a function. The longest one, such as `profile-update-receiver`, adds a
 * hyphen and 23 characters to the prefix.
 */
const maxPrefixLength =
  64 - 1 - Math.max(...functionNames.map(({ length }) => length));

/** A setting that only the template reads. */
function setting<T>(value: Value<T>, byDefault: NoInfer<T>): Setting<T> {
  return { value, default: byDefault };
}

/** From the size that Node, the SDK, a body and an avatar need, to the largest size that Lambda offers. */
const memorySize = wholeNumber(256, 10_240);

export const deploymentSettings = {
  /** Events with one of these values in `source` go from the event bus to the functions. */
  eventSources: setting(
    {
      schema: z.array(eventSourceSchema),
      rule: "a list of sources of EventBridge events that are not sources of AWS",
    },
    ["com.example.hr"],
  ),
  /**
   * Events that EventBridge Scheduler sends by itself, such as a status for each morning, and reads of all records of a
   * source ([pull](pull.md)). A new name creates a new schedule, which may send again an event that the old one has sent.
   */
  schedules: setting(
    {
      schema: schedulesSchema,
      rule: "a list of at most 200 schedules, each with a unique name, an expression (`cron(0 9 ? * MON-FRI *)`, `rate(1 day)` or `at(2027-03-01T09:00:00)`), a zone and one of an event (type and data), a pull (the name of a caller) and a drift (true)",
    },
    [],
  ),
  /**
   * HTTP requests a second that the API accepts from all senders together. It answers more with 429, and an alarm rings,
   * because some senders drop an event for good after a 429. So the limit is far above the load of a company, even during
   * an import of all employees, and only stops floods. A value above 10000 needs a higher quota of the account.
   */
  requestsPerSecond: setting(wholeNumber(1, 100_000), 500),
  /** HTTP requests that the API accepts at once, after a time with fewer of them. */
  requestBurst: setting(wholeNumber(1, 50_000), 1_000),
  /** Days for which CloudWatch keeps logs. */
  logRetentionDays: setting(
    {
      schema: z.literal(retentions, `must be one of ${retentions.join(", ")}`),
      rule: `one of ${retentions.join(", ")}`,
    },
    90,
  ),
  /**
   * The address that gets a message when an alarm starts, and when `outage` or `configuration-wrong` ends. If it is empty,
   * only the dashboard shows alarms.
   */
  alarmEmail: setting(
    {
      schema: z.literal("").or(z.email("must be an e-mail address, or empty")),
      rule: "an e-mail address, or empty",
    },
    "",
  ),
  /** Requests per second to each route of the operators' API. API Gateway answers more of them with 429. */
  operationsRequestsPerSecond: setting(wholeNumber(1, 10_000), 50),
  /** Requests to each route of the operators' API that may come at once. */
  operationsRequestBurst: setting(wholeNumber(1, 5_000), 100),
  /**
   * The name of the stack, and the beginning of the name of each resource. Two deployments in one account and region need
   * two prefixes. Another prefix is another deployment: it does not find the tables and secrets of the first.
   */
  prefix: setting(
    matching(
      new RegExp(`^(?=.{1,${maxPrefixLength}}$)[a-z](?:-?[a-z0-9])*$`),
      `at most ${maxPrefixLength} lower-case letters, digits and single hyphens that begin with a letter`,
    ),
    product,
  ),
  /** Whether CloudFormation refuses to delete the stack. Set it to false and deploy before `npm run destroy`. */
  terminationProtection: setting(yesOrNo(), false),
  /**
   * Executions of a function that the account reserves for it, and the most that it can have at once. Reserve for
   * the receivers, so that a mass hire cannot use up the concurrency of the account. Lambda refuses a deployment that
   * leaves the account fewer than 100 unreserved executions.
   */
  reservedConcurrency: setting(
    {
      schema: z.partialRecord(
        z.enum(allFunctionNames),
        z.int().min(1).max(10_000, "must be a whole number from 1 to 10000"),
      ),
      rule: 'an object with a whole number from 1 to 10000 for some functions, such as {"onboarding-receiver": 20}',
    },
    {},
  ),
  /**
   * Memory of each function behind the HTTP API, in MB. Lambda gives processor time in proportion to it: 1,769 MB have
   * one whole processor. docs/performance.md has the rule by which the default was chosen.
   */
  httpMemoryMb: setting(memorySize, 512),
  /**
   * Memory of each durable function and of the doctor, in MB. A slow platform makes a larger size dearer, not faster.
   */
  workflowMemoryMb: setting(memorySize, 1_024),
  /** Memory of the scheduler, in MB. Less than 1,769 lowers the number of due operations that it starts in a minute. */
  schedulerMemoryMb: setting(memorySize, 1_769),
  /**
   * The ARN of a key of KMS that encrypts tables, secrets, logs, queues and the topic of alarms. If it is empty, AWS owns
   * the keys. The policy of the key must allow the services to use it (docs/operating.md).
   */
  kmsKeyArn: setting(
    matching(
      /^(arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/(mrk-[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/,
      "the ARN of a key of KMS in the region of the stack, or empty",
    ),
    "",
  ),
  /**
   * The address of the API: a name, and the ARN of its certificate in ACM. Without it a stack that is destroyed and
   * deployed again has another address, which each sender must get. `isOnlyAddress` turns off the default address, so
   * that every request must use the name.
   */
  customDomain: setting(
    {
      schema: customDomainSchema.nullable(),
      rule: "null, or an object with a name, a certificateArn and isOnlyAddress",
    },
    noDomain,
  ),
  /**
   * How the functions behind the HTTP API get new code: `none` at once; `canary` 10 % of the requests for 30 minutes, then
   * all; `linear` 10 % more every 3 minutes. An alarm of the receivers rolls the deployment back.
   */
  gradualDeployment: setting(oneOf("none", "canary", "linear"), "none"),
  /**
   * Whether operators can upload lists of people ([lists](lists.md)). It deploys the functions `lists-api` and
   * `lists-workflow`, and the URL `/plans`.
   */
  lists: setting(yesOrNo(), false),
  /** Whether the tables and secrets stay when the stack is destroyed. */
  keepData: setting(yesOrNo(), true),
};
