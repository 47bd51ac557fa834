import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  type HttpRequest,
  jsonAnswer,
} from "../../../../infra/pages/http-server.ts";
import { serveAws, useCli } from "../cli-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const cli = useCli();
const arn = (name: string) =>
  `arn:aws:lambda:eu-central-1:000000000000:function:${name}`;
const receiver = arn("community-automation-onboarding-receiver");
const removed = arn("community-automation-removed-receiver");
const other = arn("another-receiver");
const failures = "community-automation-failures";
const undelivered = "community-automation-undelivered";
/** A schedule with a pull invokes this workflow, so it gets events as a receiver does. */
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

type Aws = {
  /** The error of Lambda for the function `removed`. */
  refusal?: string;
  /** Whether each event fails again during the run. */
  failsAgain?: boolean;
  /** Whether SQS shows a message again after one batch, as in a long run: SQS hides a message for a limited time. */
  isShownAgain?: boolean;
};

/**
 * SQS and Lambda, as far as the command uses them. A received message is hidden until it is deleted. The text of an
 * error is "canary", which the command must not print.
 */
async function startAws(
  given: Queues,
  { refusal, failsAgain, isShownAgain }: Aws,
) {
  const queues = { ...given };
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
        if (isShownAgain) hidden.clear();
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
      // DeleteMessage.
      default:
        queues[name] = messages.filter(
          (one) => receiptOf(one) !== input["ReceiptHandle"],
        );
        return jsonAnswer(200, {});
    }
  };
  const answerLambda = ({ path, headers, body }: HttpRequest) => {
    const decoded = decodeURIComponent(path);
    if (failsAgain) queues[failures]?.push(failure(receiver, {}));
    if (refusal !== undefined && decoded.includes(removed))
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

const event = { source: "com.example.hr", detail: { employeeId: "E-1" } };
const failuresOf = (functionArn: string, ...numbers: number[]) =>
  numbers.map((n) => failure(functionArn, { ...event, n }));
const sentTo = (functionArn: string, body: unknown = event): Message => ({
  body,
  attributes: { TARGET_ARN: functionArn, ERROR_CODE: "X" },
});
const none = { [failures]: [], [undelivered]: [] };
const only = (message: Message) => ({ ...none, [failures]: [message] });
/** Two events whose function takes them, and one that Lambda refuses with the error of the row. */
const threeEvents = {
  [failures]: [failure(removed, {}), failure(receiver, { n: 2 })],
  [undelivered]: [sentTo(receiver)],
};
const oneLeft = (why: string) =>
  RegExp(`^failures +1 +1\nundelivered +1 +0$.*${why}`, "ms");
const workflow = arn("community-automation-employment-workflow");
const queueArn =
  "arn:aws:sqs:eu-central-1:000000000000:community-automation-receiver";

/** Title, words, queues, AWS, what is shown, how many events are sent, how many messages are left, exit code. */
type Row = [string, string, Queues, Aws, RegExp, number, number, number];

test.each(rows<Row>`
  sends the events of both queues to their functions       | redrive --yes          | ${{ [failures]: failuresOf(`${receiver}:$LATEST`, 1, 2, 3), [undelivered]: [sentTo(receiver), sentTo(lists)] }} | ${{}} | ${/^failures +3 +0\nundelivered +2 +0$/m} | ${5} | ${0} | ${0}
  leaves a message of another function                     | redrive failures --yes | ${only(failure(other, {}))}    | ${{}} | ${/^failures +0 +1$/m} | ${0} | ${1} | ${2}
  leaves a message of a workflow of ours                   | redrive failures --yes | ${only(failure(workflow, {}))} | ${{}} | ${/^failures +0 +1$/m} | ${0} | ${1} | ${2}
  leaves a message of no function                          | redrive failures --yes | ${only({ body: { detail: {} } })} | ${{}} | ${/^failures +0 +1$/m} | ${0} | ${1} | ${2}
  leaves a message that is no JSON                         | redrive failures --yes | ${only({ body: "canary" })}    | ${{}} | ${/^failures +0 +1$/m} | ${0} | ${1} | ${2}
  leaves a message of a resource that is no function       | redrive failures --yes | ${only(sentTo(queueArn, {}))}      | ${{}} | ${/^failures +0 +1$/m} | ${0} | ${1} | ${2}
  counts a left message once when it appears again         | redrive failures --yes | ${{ ...none, [failures]: [...failuresOf(other, 1, 2, 3), ...failuresOf(receiver, 4, 5, 6)] }} | ${{ isShownAgain: true }} | ${/^failures +3 +3$/m} | ${3} | ${3} | ${2}
  sends an event once when it fails again during the run   | redrive failures --yes | ${only(failure(receiver, {}))} | ${{ failsAgain: true }} | ${/^failures +1 +1$.*repeat the command after a quarter of an hour/ms} | ${1} | ${1} | ${2}
  keeps the message of a function that is not there        | redrive --yes          | ${threeEvents} | ${{ refusal: "ResourceNotFoundException" }} | ${oneLeft("There is no community-automation-removed-receiver here")} | ${2} | ${1} | ${2}
  keeps the message of an event that is too large          | redrive --yes          | ${threeEvents} | ${{ refusal: "RequestTooLargeException" }} | ${oneLeft("The event is too large for community-automation-removed-receiver")} | ${2} | ${1} | ${2}
  keeps the message of a function that the operator may not invoke | redrive --yes  | ${threeEvents} | ${{ refusal: "AccessDeniedException" }} | ${oneLeft("ask for lambda:InvokeFunction")} | ${2} | ${1} | ${2}
  sends nothing without a confirmation                     | redrive                | ${only(failure(receiver, {}))} | ${{}} | ${/add --yes/} | ${0} | ${1} | ${1}
  counts the messages                                      | list --json            | ${only(failure(receiver, {}))} | ${{}} | ${/^{"queue":"failures","count":1}\n{"queue":"undelivered","count":0}$/m} | ${0} | ${1} | ${2}
  explains a deployment without the queues                 | list                   | ${{}} | ${{}} | ${/There is no community-automation-failures here/} | ${0} | ${0} | ${1}
`)("the command %s: queues %s", async (...row) => {
  const [, words, queues, options, shown, sent, left, code] = row;
  const aws = await startAws(queues, options);
  const { output, errors, exitCode } = await cli().run(`queues ${words}`);
  expect(output + errors).toMatch(shown);
  expect(output + errors).not.toContain("canary");
  expect(exitCode).toBe(code);
  expect(aws.left(failures) + aws.left(undelivered)).toBe(left);
  expect(aws.invoked).toHaveLength(sent);
  for (const one of aws.invoked) {
    expect(one).toMatchObject({ type: "Event" });
    expect(one.path).toMatch(
      /\/functions\/arn:.*(receiver|lists-workflow:live|:\$LATEST)\/invocations$/,
    );
  }
  // In the first row, which alone sends five events, the first event is sent as it was received.
  if (sent === 5) expect(aws.invoked[0]?.body).toEqual({ ...event, n: 1 });
});

const pull = { pull: "hibob", schedule: "arn", scheduledTime: "2026-11-26" };

test.each([
  ["text", JSON.stringify(pull)],
  ["JSON", pull],
])(
  "the command queues redrive sends the event of a schedule, and not the request that carried it as %s",
  async (_, Payload) => {
    const request = { FunctionName: lists, InvocationType: "Event", Payload };
    const aws = await startAws(
      { ...none, [undelivered]: [sentTo(lists, request)] },
      {},
    );
    expect((await cli().run("queues redrive --yes")).exitCode).toBe(0);
    expect(aws.invoked.map(({ body }) => body)).toEqual([pull]);
  },
);
