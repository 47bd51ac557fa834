import { expect, onTestFinished, test, vi } from "vitest";
import { startSecrets } from "../../../fixtures/secrets-for-test.ts";
import { describeStack, useCli } from "../cli-for-test.ts";

const origin = "https://api.example.com";
const callers = {
  bot: {
    scheme: "bearer",
    keys: ["canary-4f1d-of-the-bot-32-characters"],
    scopes: ["status:any"],
  },
};
const cli = useCli();

test("secrets stores with prefix, region and AWS profile of --profile, and its question names them", async () => {
  // Two deployments in one account, of which only `staging` has a region and an AWS profile.
  const secrets = await startSecrets({
    "community-automation/callers": {},
    "staging/callers": undefined,
  });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await secrets.close();
  });
  const { file } = cli();
  const aws = await file("aws", "[default]\n[profile staging-account]\n");
  const credentials = await file(
    "credentials",
    "[staging-account]\naws_access_key_id=local\naws_secret_access_key=local\n",
  );
  vi.stubEnv("AWS_CONFIG_FILE", aws);
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", credentials);
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  for (const name of [
    "REGION",
    "PROFILE",
    "ACCESS_KEY_ID",
    "SECRET_ACCESS_KEY",
  ])
    vi.stubEnv(`AWS_${name}`, undefined);
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.endpoint);
  const staging = {
    origin,
    prefix: "staging",
    region: "eu-west-1",
    awsProfile: "staging-account",
  };
  await file("config.json", { profiles: { production: { origin }, staging } });
  const callersFile = await file("callers.json", callers);

  const { output, errors, exitCode } = await cli().run(
    `secrets callers --file ${callersFile} --profile staging`,
    { typed: "y" },
  );
  expect(errors).toContain("Store staging/callers in eu-west-1?");
  expect(output).toContain("staging/callers: Stored.");
  expect(exitCode).toBe(0);
});

test("only a secret of the running npm start may have an http address of this machine", async () => {
  const { file, folder, run } = cli();
  const secrets = await startSecrets({ subscribers: {} });
  onTestFinished(secrets.close);
  describeStack(folder, secrets.endpoint);
  const path = await file("subscribers.json", {
    mine: { format: "slack", url: "http://127.0.0.1:9000/" },
  });
  const ways = ["--check", "--check --profile local", "--yes --profile local"];
  const ends = [];
  for (const more of ways)
    ends.push(
      (await run(`secrets subscribers --file ${path} ${more}`)).exitCode,
    );
  expect(ends).toEqual([1, 0, 0]);
});
