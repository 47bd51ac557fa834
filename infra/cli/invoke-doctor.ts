import { Lambda } from "@aws-sdk/client-lambda";
import {
  type Diagnosis,
  diagnosisSchema,
  type DoctorRequest,
} from "../../functions/doctor/contract.ts";
import { parseJson } from "../../shared/parse-json.ts";
import { doctorTimeoutSeconds } from "../aws/deployment/function-names.ts";
import { awsOptions, explainFailures } from "./aws-options.ts";
import type { AwsDeployment } from "./profiles.ts";
import { CommandError } from "./command-error.ts";

/** The command waits longer than the function may run. */
const requestTimeoutMs = (doctorTimeoutSeconds + 20) * 1_000;

/**
 * Invokes the doctor with the operator's AWS credentials, or that of the running `npm start`.
 *
 * @throws CommandError that says what to do next; it contains nothing that the function or AWS sent
 */
export async function invokeDoctor(
  deployment: AwsDeployment,
  request: DoctorRequest,
): Promise<Diagnosis> {
  const { endpoints, prefix } = deployment;
  const functionName = endpoints
    ? "doctor-handler"
    : `${prefix}-doctor-handler`;
  const lambda = explainFailures(
    new Lambda({
      ...awsOptions(deployment, endpoints?.lambda),
      requestHandler: { requestTimeout: requestTimeoutMs },
    }),
  );
  try {
    const { FunctionError, Payload } = await lambda.invoke({
      FunctionName: functionName,
      Payload: JSON.stringify(request),
    });
    if (FunctionError !== undefined)
      throw new CommandError(
        `The doctor itself failed. Look for the error in its log, /aws/lambda/${functionName}; most often a setting of cdk.json is wrong.`,
      );
    const answer = parseJson(Payload?.transformToString() ?? "");
    const diagnosis = diagnosisSchema.safeParse(answer);
    if (diagnosis.success) return diagnosis.data;
    throw new CommandError(
      `The answer of ${functionName} does not have the expected form: deploy this version, and repeat the command.`,
    );
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const leftOver =
      request.mailbox === undefined
        ? ""
        : "\nIf a person was created, the next run with --write deletes them, from six minutes later on.";
    throw new CommandError(`${error.message}${leftOver}`, { cause: error });
  }
}
