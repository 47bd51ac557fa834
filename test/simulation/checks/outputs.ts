import { localSecrets } from "../../../infra/local/credentials.ts";
import { personalMark } from "../company/employee.ts";
import { type Output, simulatedCallers } from "../system/system.ts";
import { InvariantBroken } from "./broken.ts";

const { consumerSecret, password, passwordMaster } = localSecrets.community;
const secrets = [
  consumerSecret,
  password,
  ...Object.values(passwordMaster),
  ...Object.values(simulatedCallers).flatMap(({ keys }) => keys),
];

/** @throws InvariantBroken if what leaves our code has a secret or a personal value in it */
export function checkOutput(where: Output, text: string): void {
  if (text.toLowerCase().includes(personalMark))
    throw new InvariantBroken(`no personal value in a ${where}`, text);
  if (secrets.some((secret) => text.includes(secret)))
    throw new InvariantBroken(
      `no secret in a ${where}`,
      "its text is not shown",
    );
}
