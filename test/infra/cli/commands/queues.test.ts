import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type HttpRequest,
  jsonAnswer,
} from "../../../../infra/pages/http-server.ts";
import { serveAws, useCli } from "../cli-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const cli = useCli();
const redriveFailures = () => cli().run("queues redrive failures --yes");
const arn = (name: string) =>
  `arn:aws:lambda:eu-central-1:000000000000:function:${name}`;
const receiver = arn("community-automation-onboarding-receiver");
/** What a schedule with a pull invokes. */
const lists = arn("community-automation-lists-workflow:live");

type Message = { body: unknown; attributes?: Record<string, string> };
type Queues = Record<string, Message[]>;

const failure = (functionArn: string, event: object): Message => ({
  body: {
    version: "1.0",
    requestContext: { functionArn, condition: "RetriesExhausted" },
    requestPayload: event,
    responsePayload: { errorMessage: "unknown-source" },
  },
});

const textOf = ({ body }: Message): string =>
  typeof body === "string" ? body : JSON.stringify(body);

/**
 * SQS and Lambda, as far as the command uses them. A received message is hidden until it is deleted. With
 * `reappearing`, it is hidden for one batch only, as in a run that takes longer than the message is hidden.
 */
async function startAws(
  queues: Queues,
  refusalOf: (functionArn: string) => string | undefined = () => undefined,
  { reappearing = false } = {},
) {
  const invoked: { path: string; type: string | undefined; body: unknown }[] =
    [];
  const hidden = new Set<Message>();
  const receipts: Message[] = [];
  const receiptOf = (message: Message): string => {
    if (!receipts.includes(message)) receipts.push(message);
    return `receipt-${receipts.indexOf(message)}`;
  };
  const answerSqs = (request: HttpRequest) => {
    const action = request.headers.get("x-amz-target")?.[0]?.split(".")[1];
    const input = JSON.parse(request.body.toString()) as Record<string, string>;
    const name = (input["QueueName"] ?? input["QueueUrl"] ?? "")
      .split("/")
      .at(-1)!;
    const messages = queues[name];
    if (!messages)
      return jsonAnswer(400, {
        __type: "com.amazonaws.sqs#QueueDoesNotExist",
        message: "canary",
      });
    switch (action) {
      case "GetQueueUrl":
        return jsonAnswer(200, { QueueUrl: `${server.endpoint}/1/${name}` });
      case "GetQueueAttributes":
        return jsonAnswer(200, {
          Attributes: { ApproximateNumberOfMessages: String(messages.length) },
        });
      case "ReceiveMessage": {
        const seen = messages.filter((one) => !hidden.has(one)).slice(0, 2);
        if (reappearing) hidden.clear();
        for (const one of seen) hidden.add(one);
        return jsonAnswer(200, {
          Messages: seen.map((one) => ({
            MessageId: receiptOf(one),
            MD5OfBody: createHash("md5").update(textOf(one)).digest("hex"),
            Body: textOf(one),
            ReceiptHandle: receiptOf(one),
            MessageAttributes: Object.fromEntries(
              Object.entries(one.attributes ?? {}).map(([key, text]) => [
                key,
                { DataType: "String", StringValue: text },
              ]),
            ),
          })),
        });
      }
      default:
        queues[name] = messages.filter(
          (one) => receiptOf(one) !== input["ReceiptHandle"],
        );
        return jsonAnswer(200, {});
    }
  };
  const answerLambda = ({ path, headers, body }: HttpRequest) => {
    const decoded = decodeURIComponent(path);
    const refusal = refusalOf(decoded.split("/")[3] ?? "");
    if (refusal !== undefined)
      return jsonAnswer(
        400,
        { message: "canary" },
        { "x-amzn-errortype": refusal },
      );
    invoked.push({
      path: decoded,
      type: headers.get("x-amz-invocation-type")?.[0],
      body: JSON.parse(body.toString()),
    });
    return { status: 202 };
  };
  const server = await serveAws(["SQS", "LAMBDA"], async (request) =>
    request.path.includes("/functions/")
      ? answerLambda(request)
      : answerSqs(request),
  );
  const left = (name: string) => (queues[name] ?? []).length;
  return { invoked, left };
}

const [failures, undelivered] = [
  "community-automation-failures",
  "community-automation-undelivered",
] as const;

describe("queues", () => {
  test("redrive sends the events of both queues to their receivers again, and deletes the messages", async () => {
    const event = { source: "com.example.hr", detail: { employeeId: "E-1" } };
    const aws = await startAws({
      [failures]: [1, 2, 3].map((n) =>
        failure(`${receiver}:$LATEST`, { ...event, n }),
      ),
      [undelivered]: [
        { body: event, attributes: { TARGET_ARN: receiver, ERROR_CODE: "X" } },
        { body: event, attributes: { TARGET_ARN: lists } },
      ],
    });
    const { output, exitCode } = await cli().run("queues redrive --yes");
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^failures +3 +0$/m);
    expect(output).toMatch(/^undelivered +2 +0$/m);
    expect(aws.invoked).toHaveLength(5);
    expect(aws.invoked[0]).toEqual({
      path: `/2015-03-31/functions/${receiver}:$LATEST/invocations`,
      type: "Event",
      body: { ...event, n: 1 },
    });
    expect(aws.invoked.at(-1)?.body).toEqual(event);
    expect(aws.left(failures) + aws.left(undelivered)).toBe(0);
  });

  test.each(rows<[string, Message]>`
    another function | ${failure(arn("another-receiver"), {})}
    a workflow of ours | ${failure(arn("community-automation-employment-workflow"), {})}
    no function | ${{ body: { detail: {} } }}
    no JSON | ${{ body: "canary" }}
    a resource that is no function | ${{ body: {}, attributes: { TARGET_ARN: "arn:aws:sqs:eu-central-1:000000000000:community-automation-receiver" } }}
  `)("redrive leaves a message that names %s", async (_case, message) => {
    const aws = await startAws({ [failures]: [message] });
    const { output, errors, exitCode } = await redriveFailures();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^failures +0 +1$/m);
    expect(output + errors).not.toContain("canary");
    expect(aws.invoked).toEqual([]);
    expect(aws.left(failures)).toBe(1);
  });

  test("redrive ends and counts a left message once when the message appears again during the run", async () => {
    const left = [1, 2, 3].map((n) => failure(arn("another-receiver"), { n }));
    const sent = [4, 5, 6].map((n) => failure(receiver, { n }));
    const aws = await startAws({ [failures]: [...left, ...sent] }, undefined, {
      reappearing: true,
    });
    const { output, exitCode } = await redriveFailures();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^failures +3 +3$/m);
    expect(aws.left(failures)).toBe(3);
  });

  test("redrive sends an event once when the event fails again during the run", async () => {
    const queues: Queues = { [failures]: [failure(receiver, {})] };
    const aws = await startAws(queues, () => {
      queues[failures]?.push(failure(receiver, {}));
      return undefined;
    });
    const { output, errors, exitCode } = await redriveFailures();
    expect(exitCode).toBe(2);
    expect(output).toMatch(/^failures +1 +1$/m);
    expect(errors).toContain("repeat the command after a quarter of an hour");
    expect(aws.invoked).toHaveLength(1);
    expect(aws.left(failures)).toBe(1);
  });

  test.each(rows`
    ResourceNotFoundException | There is no community-automation-removed-receiver here
    RequestTooLargeException | The event is too large for community-automation-removed-receiver
    AccessDeniedException | ask for lambda:InvokeFunction
  `)(
    "redrive keeps the message of an event that Lambda refuses with %s, and sends the others",
    async (refusal, explanation) => {
      const removed = arn("community-automation-removed-receiver");
      const aws = await startAws(
        {
          [failures]: [failure(removed, {}), failure(receiver, { n: 2 })],
          [undelivered]: [{ body: {}, attributes: { TARGET_ARN: receiver } }],
        },
        (functionArn) => (functionArn === removed ? refusal : undefined),
      );
      const { exitCode, output, errors } = await cli().run(
        "queues redrive --yes",
      );
      expect(exitCode).toBe(2);
      expect(output).toMatch(/^failures +1 +1$/m);
      expect(output).toMatch(/^undelivered +1 +0$/m);
      expect(errors).toContain(explanation);
      expect(output + errors).not.toContain("canary");
      expect(aws.left(failures)).toBe(1);
      expect(aws.left(undelivered)).toBe(0);
    },
  );

  test("redrive without a confirmation sends nothing", async () => {
    const aws = await startAws({ [failures]: [failure(receiver, {})] });
    const { exitCode } = await cli().run("queues redrive");
    expect(exitCode).toBe(1);
    expect(aws.invoked).toEqual([]);
  });

  test("list counts the messages, and ends with 2 if there are any", async () => {
    await startAws({ [failures]: [failure(receiver, {})], [undelivered]: [] });
    const { documents, exitCode } = await cli().run("queues list --json");
    expect(documents()).toEqual([
      { queue: "failures", count: 1 },
      { queue: "undelivered", count: 0 },
    ]);
    expect(exitCode).toBe(2);
  });

  test("a deployment without the queues is explained", async () => {
    await startAws({});
    const { errors, exitCode } = await cli().run("queues list");
    expect(exitCode).toBe(1);
    expect(errors).toContain("There is no community-automation-failures here");
  });
});
