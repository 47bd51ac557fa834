import { errorNameOf } from "../../shared/error-name.ts";
import { localAwsOptions } from "./local-aws-options.ts";
import { CommandError } from "./command-error.ts";
import type { AwsDeployment } from "./profiles.ts";

/**
 * The options of an AWS client, which sends each request once: to a service of the running `npm start`, or to AWS with
 * the operator's own credentials.
 *
 * @param localEndpoint - undefined for AWS
 */
export function awsOptions(
  { region, awsProfile }: AwsDeployment,
  localEndpoint?: string,
) {
  if (localEndpoint !== undefined)
    return { maxAttempts: 1, ...localAwsOptions(localEndpoint) };
  return {
    maxAttempts: 1,
    ...(region !== undefined && { region }),
    ...(awsProfile !== undefined && { profile: awsProfile }),
  };
}

/** What the clients of all services have in common. */
type AwsClient = {
  config: { defaultSigningName: string };
  middlewareStack: {
    add: (
      middleware: <Request extends { input: object }, Answer>(
        send: (request: Request) => Promise<Answer>,
        context: { commandName?: string },
      ) => (request: Request) => Promise<Answer>,
      place: { step: "initialize"; priority: "high" },
    ) => void;
  };
};

/**
 * Makes each failed request of a client throw a CommandError. It explains the failure by the name of the error, because
 * the message of the error may quote a value.
 *
 * @param resource - the name of a queue or a secret. @default the function of the request
 * @param explanationsOf - the explanations of one command of the SDK, by the name of the error. They come before the
 *   general ones
 */
export function explainFailures<Client extends AwsClient>(
  client: Client,
  resource?: string,
  explanationsOf: (
    command: string,
  ) => Readonly<Record<string, string>> = () => ({}),
): Client {
  const service = client.config.defaultSigningName;
  client.middlewareStack.add(
    (send, { commandName = "" }) =>
      (request) =>
        send(request).catch((error: unknown) => {
          const name = nameOf(error);
          const command = commandName.replace(/Command$/, "");
          // The permission for Invoke is lambda:InvokeFunction.
          const action = command === "Invoke" ? "InvokeFunction" : command;
          const text =
            explanationsOf(command)[name] ??
            explain(
              name,
              `${service}:${action}`,
              resource ?? functionIn(request.input),
            );
          throw new CommandError(text, { cause: error });
        }),
    // The outermost place, which also sees that region or credentials are missing.
    { step: "initialize", priority: "high" },
  );
  return client;
}

function functionIn(input: object): string {
  const named = "FunctionName" in input ? String(input.FunctionName) : "";
  return named.replace(/^.*:function:/, "").replace(/:.*/, "");
}

/** The SDK throws a plain Error without a code for a missing region, so only the message tells. */
function nameOf(error: unknown): string {
  return error instanceof Error && error.message === "Region is missing"
    ? "RegionMissing"
    : errorNameOf(error);
}

function explain(name: string, action: string, resource: string): string {
  switch (name) {
    case "RegionMissing":
      return "There is no AWS region: set the region of the profile, or AWS_REGION.";
    case "ResourceNotFoundException":
    case "QueueDoesNotExist":
      return `There is no ${resource} here: deploy this version first (npm run deploy), or correct region and prefix of the profile.`;
    case "AccessDeniedException":
    case "AccessDenied":
      return `Your AWS identity may not use ${resource}: ask for ${action} on it, or use another awsProfile.`;
    case "CredentialsProviderError":
    case "ExpiredTokenException":
    case "UnrecognizedClientException":
      return "There are no valid AWS credentials: sign in (aws sso login), or set AWS_PROFILE or the awsProfile of the profile.";
    case "TooManyRequestsException":
      return "Lambda has no free concurrency at the moment: repeat the command in a minute.";
    // Only `queues redrive` sends events that may be too large: those of its queue.
    case "RequestTooLargeException":
      return `The event is too large for ${resource}: look at its message in the console of SQS.`;
    case "TimeoutError":
      return `${resource} did not answer within its time: look into its log.`;
    default:
      return `${action} of ${resource} failed (${name}): check the region, the network and the credentials, then repeat the command.`;
  }
}
