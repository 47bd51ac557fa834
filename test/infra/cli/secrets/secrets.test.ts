import { readFile } from "node:fs/promises";
import { devNull } from "node:os";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { beforeEach, expect, test, vi } from "vitest";
import { product } from "../../../../infra/aws/deployment/product.ts";
import { jsonAnswer } from "../../../../infra/pages/http-server.ts";
import { rows } from "../../../fixtures/rows.ts";
import {
  type SecretsForTest,
  startSecrets,
} from "../../../fixtures/secrets-for-test.ts";
import { stubAws } from "../../../fixtures/stub-aws.ts";
import { effort } from "../../../resilience/effort.ts";
import { describeStack, origin, serveAws, useCli } from "../cli-for-test.ts";

const canary = "canary-4f1d-of-the-bot-32-characters";
const bot = { scheme: "bearer", keys: [canary], scopes: ["status:any"] };
const chat = {
  scheme: "slack",
  keys: ["canary-4f1d-of-slack"],
  scopes: ["status:own"],
};
const keys = [`whsec_${Buffer.alloc(32, "canary-4f1d").toString("base64")}`];
const hr = { scheme: "standard-webhooks", keys, scopes: ["onboard"] };
const changedBot = { ...bot, keys: [`${canary}-2`], scopes: [] };
/** Its key is too short. */
const short = { ...bot, keys: ["canary-4f1d"] };
const url = "https://desk.example.com/hooks";
const community = {
  consumerKey: "canary-4f1d-consumer-key",
  consumerSecret: "canary-4f1d-consumer-secret",
  username: "service",
  password: "canary-4f1d-password",
};
const [firstMaster, secondMaster] = ["1".repeat(32), "2".repeat(32)];
const newPassword = { ...community, password: "canary-new", token: "t" };
/** Another current version, after the one that `before` stores. */
const ofSecondMaster = {
  community: { ...community, passwordMaster: { "2": secondMaster } },
};
const bothMasters = { "1": firstMaster, "2": secondMaster };
const ofBothMasters = {
  community: { ...newPassword, passwordMaster: bothMasters },
};
const hibob = {
  hosts: ["api.example.com"],
  auth: { type: "basic", username: canary, password: canary },
};
const map = {
  type: { value: "employee.terminated" },
  fields: { "/employeeId": "/id" },
};
const request = { url: "https://api.example.com/people/{employeeId}" };
const hrReading = {
  ...hr,
  scopes: ["offboard"],
  lookup: { source: "hibob", request, id: "/id", map },
};
const withoutScope = { hr: { ...hrReading, scopes: [] } };
const toThisMachine = {
  mine: { format: "slack", url: "http://127.0.0.1:9000/" },
};
/** Nothing listens there. */
const noAws = { AWS_ENDPOINT_URL_SECRETS_MANAGER: "http://127.0.0.1:9" };
const noKeys = {
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
};

const cli = useCli();
let secrets: SecretsForTest;
/** Each secret, as it is before the command. The secrets "sources" and "empty" have no value. */
const before = {
  callers: { bot, chat },
  community: { ...community, passwordMaster: { "1": firstMaster } },
  subscribers: {},
  sources: undefined,
  empty: undefined,
};
const idOf = (name: string) => `${product}/${name}`;

beforeEach(async () => {
  secrets = await startSecrets(
    Object.fromEntries(
      Object.entries(before).map(([name, content]) => [idOf(name), content]),
    ),
  );
  stubAws({
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
  });
  return async () => {
    vi.unstubAllEnvs();
    await secrets.close();
  };
});

function stub(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables))
    vi.stubEnv(name, value);
}

async function stored(name: string, VersionStage?: string): Promise<unknown> {
  const SecretId = idOf(name);
  const read = new GetSecretValueCommand({ SecretId, VersionStage });
  return JSON.parse((await secrets.client.send(read)).SecretString ?? "");
}

/** Runs the command without a terminal. It reads the content from a file, or from the standard input if it is piped. */
async function run(words: string, content?: unknown, piped = "") {
  const file = await cli().file("content.json", content ?? {});
  const all = words.replace("FILE", file).split(" ");
  const { exitCode, output, errors } = await cli().run(["secrets", ...all], {
    piped,
  });
  expect(output + errors).not.toMatch(/canary|Y2FuYXJ5|whsec_|^ {4}at /m);
  return { code: exitCode, output: output + errors, file };
}

type Expected = {
  code?: number;
  shows: string[];
  hides?: RegExp;
  /** What is stored then. @default what was stored before */
  stores?: Record<string, unknown>;
  /** Another content before the command. */
  has?: Record<string, Record<string, unknown>>;
  environment?: Record<string, string | undefined>;
};
const noScope =
  "Warning: callers #/hr/scopes has no offboard, so events to which its map leads are refused: employee.terminated\n";
const noSource =
  "Warning: callers #/hr/lookup reads from the source hibob, which the sources secret does not have";

test.each(rows<[string, string, unknown, Expected]>`
  replaces all callers, and names what changes  | callers --file FILE --yes | ${{ bot: changedBot, hr }} | ${{ shows: ["changed  bot (keys, scopes)", "removed  chat", "added    hr", "Stored."], stores: { callers: { bot: changedBot, hr } } }}
  stores nothing without a confirmation         | callers --file FILE       | ${{ hr }} | ${{ code: 1, shows: ["removed  bot", "add --yes"] }}
  stores nothing that has issues                | callers --file FILE --yes | ${{ bot, short }} | ${{ code: 1, shows: ["is invalid", "#/short/keys/0 must have"] }}
  warns of a map without its scope              | callers --file FILE --yes | ${{ hr: { ...hr, map } }} | ${{ shows: [noScope], hides: /It was not compared/, stores: { callers: { hr: { ...hr, map } } } }}
  creates no version of what is already stored  | callers --file FILE --yes | ${{ bot }} | ${{ has: { callers: { bot } }, shows: ["nothing was stored"], stores: { callers: { bot } } }}
  keeps the master keys of the current and the previous version | community --file FILE --yes | ${newPassword} | ${{ has: ofSecondMaster, shows: ["changed  password\n", "added    token\n"], stores: ofBothMasters }}
  adds a master key                             | community --file FILE --yes --new-master-version | ${community} | ${{ shows: ["changed  passwordMaster (2)"], stores: { community: { ...community, passwordMaster: { "1": firstMaster, "2": expect.any(String) as string } } } }}
  checks without a request to AWS               | callers --file FILE --check | ${{ hr }} | ${{ environment: noAws, shows: [": no issues found.\n"] }}
  names the line of a file that is not JSON     | callers --file FILE --check | ${'{\n  "bot": { "keys": ["canary"] x }\n}'} | ${{ code: 1, shows: ["is not JSON: look at line 2"] }}
  warns of a caller that reads from no source   | callers --file FILE --yes | ${{ hr: hrReading }} | ${{ shows: [noSource], stores: { callers: { hr: hrReading } } }}
  does not warn of a caller that reads from a source | callers --file FILE --yes | ${{ hr: hrReading }} | ${{ has: { sources: { hibob } }, shows: ["Stored."], hides: /Warning/, stores: { callers: { hr: hrReading }, sources: { hibob } } }}
  warns of sources without that of a caller     | sources --file FILE --yes | ${{ other: hibob }} | ${{ has: { callers: { hr: hrReading } }, shows: [noSource], stores: { callers: { hr: hrReading }, sources: { other: hibob } } }}
  says how to compare callers with sources      | callers --file FILE --check | ${withoutScope} | ${{ environment: noAws, shows: ["Warning: callers #/hr/scopes has no", "add --sources with its path"], hides: /reads from/ }}
  says how to compare sources with callers      | sources --file FILE --check | ${{ hibob }} | ${{ environment: noAws, shows: ["add --callers with its path"], hides: /Warning/ }}
  names the options to change if there is no such secret | callers --file FILE --yes --secret-id elsewhere/callers | ${{ bot }} | ${{ code: 1, shows: ["There is no secret elsewhere/callers here", "deploy the stack first"] }}
  looks for the secret before it asks for a value | community --secret-id elsewhere/community | ${{}} | ${{ code: 1, shows: ["There is no secret elsewhere/community here"] }}
  stores the first value of a secret            | callers --file FILE --yes --secret-id community-automation/empty | ${{ bot }} | ${{ shows: ["community-automation/empty: Stored.\n  added    bot\n"], stores: { empty: { bot } } }}
  reports missing credentials                   | callers --file FILE --yes | ${{ bot }} | ${{ code: 1, environment: noKeys, shows: ["There are no valid AWS credentials"] }}
  reports a missing region                      | callers --file FILE --yes | ${{ bot }} | ${{ code: 1, environment: { AWS_REGION: undefined }, shows: ["add --region"] }}
  takes the region of --region                  | callers --file FILE --yes --region eu-central-1 | ${{ bot }} | ${{ environment: { AWS_REGION: undefined }, shows: ["Stored."], stores: { callers: { bot } } }}
  needs a terminal to ask for values            | community                 | ${{}} | ${{ code: 1, shows: ["no terminal to ask for the values: add --file"] }}
  refuses an address of this machine            | subscribers --file FILE --check | ${toThisMachine} | ${{ code: 1, shows: ["#/mine/url"] }}
  accepts an address of this machine for npm start | subscribers --file FILE --check --profile local | ${toThisMachine} | ${{ shows: ["no issues found"] }}
  stores an address of this machine for npm start | subscribers --file FILE --yes --profile local --secret-id community-automation/subscribers | ${toThisMachine} | ${{ shows: ["Stored."], stores: { subscribers: toThisMachine } }}
`)("the command %s: secrets %s", async (_, words, content, expected) => {
  const { code = 0, stores = {}, has = {}, ...more } = expected;
  describeStack(cli().folder, secrets.endpoint);
  for (const [name, value] of Object.entries(has))
    await secrets.put(idOf(name), value);
  if (more.environment) stub(more.environment);
  const ran = await run(words, content);
  for (const text of more.shows) expect(ran.output).toContain(text);
  if (more.hides) expect(ran.output).not.toMatch(more.hides);
  expect(ran.code).toBe(code);
  // These two secrets stay as they are, unless the row says more.
  const all: Record<string, unknown> = { ...before, ...has, ...stores };
  for (const name of ["callers", "community", ...Object.keys(stores)])
    expect([name, await stored(name)]).toEqual([name, all[name]]);
});

test("secrets reads the callers from the standard input, and keeps the version before", async () => {
  const { code } = await run(
    "callers --file - --yes",
    {},
    JSON.stringify({ hr }),
  );
  expect(code).toBe(0);
  expect(await stored("callers")).toEqual({ hr });
  expect(await stored("callers", "AWSPREVIOUS")).toEqual({ bot, chat });
  // The content is the same, so the previous keys stay valid.
  await run("callers --file FILE --yes", { hr });
  expect(await stored("callers", "AWSPREVIOUS")).toEqual({ bot, chat });
});

test("secrets --revoke removes a key from the current and the previous version", async () => {
  const { output } = await run("callers --file FILE --yes --revoke", { chat });
  expect(output).toContain("removed  bot");
  expect(output).toContain("the previous version is discarded");
  expect(await stored("callers")).toEqual({ chat });
  expect(await stored("callers", "AWSPREVIOUS")).toEqual({ chat });
});

test("a check without AWS compares a file of callers and a file of sources, in both orders", async () => {
  stub(noAws);
  const sources = await cli().file("sources.json", { "hibob-test": hibob });
  const callers = await cli().file("callers.json", withoutScope);
  for (const words of [
    `callers --file ${callers} --sources ${sources}`,
    `sources --file ${sources} --callers ${callers}`,
  ]) {
    const { code, output } = await run(`${words} --check`);
    expect(code).toBe(0);
    for (const text of [
      noScope,
      "callers #/hr/lookup reads from",
      "Warning: sources #/hibob-test is not in use",
    ])
      expect(output).toContain(text);
    expect(output).not.toContain("no issues found");
  }
  await cli().file("sources.json", { hibob: { hosts: [] } });
  const { code, output } = await run(
    `callers --file ${callers} --sources ${sources} --check`,
  );
  expect(code).toBe(1);
  expect(output).toContain(`${sources} is invalid:`);
  expect(output).toContain("#/hibob/hosts");
});

const failures = rows<[string, string, string]>`
  GetSecretValue | AccessDeniedException | ask for secretsmanager:GetSecretValue
  PutSecretValue | AccessDeniedException | ask for secretsmanager:PutSecretValue
  GetSecretValue | ExpiredTokenException | There are no valid AWS credentials: sign in
  PutSecretValue | InvalidRequestException | does not accept PutSecretValue now: check in the console of Secrets Manager whether it is scheduled for deletion
  PutSecretValue | EncryptionFailure | secretsmanager:PutSecretValue of community-automation/callers failed (EncryptionFailure)
`;

test.each(effort(failures.slice(1, 3), failures))(
  "secrets says what to check if %s fails with %s",
  async (action, name, words) => {
    await serveAws(["SECRETS_MANAGER"], async ({ headers }) =>
      headers.get("x-amz-target")?.[0]?.includes(action)
        ? jsonAnswer(400, { __type: name, Message: canary })
        : jsonAnswer(200, { SecretString: JSON.stringify({ bot }) }),
    );
    const { code, output } = await run("callers --file FILE --yes", { hr });
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(output).not.toMatch(/Stored|^ +(added|changed|removed) /m);
  },
);

test("secrets stores nothing if another operator has stored the secret while it compares", async () => {
  const asked: string[] = [];
  await serveAws(["SECRETS_MANAGER"], async ({ headers }) => {
    const [action = ""] = headers.get("x-amz-target") ?? [];
    // The current and the previous version are read first.
    const content = asked.push(action) < 3 ? { bot } : { bot, chat };
    return jsonAnswer(200, { SecretString: JSON.stringify(content) });
  });
  const { code, output } = await run("callers --file FILE --yes", { bot, hr });
  expect(code).toBe(1);
  expect(output).toContain("Another operator has stored");
  expect(asked.join()).not.toContain("PutSecretValue");
});

test.each(rows<[string, Record<string, unknown>, string, string, RegExp]>`
  callers     | ${{ bot, chat }}                               | bot  | give the key to the sender     | ${/"bot":\{"scheme":"bearer","keys":\["[\w-]{43}","canary/}
  subscribers | ${{ desk: { format: "webhook", url, keys } }}  | desk | give the key to the subscriber | ${/"keys":\["whsec_[^"]{44}",/}
`)(
  "a generated key of %s is not shown, and is written only to the file",
  async (kind, content, name, words, written) => {
    const { code, output, file } = await run(
      `${kind} --file FILE --generate-key ${name}`,
      content,
    );
    expect(code).toBe(0);
    expect(output).toContain(words);
    const text = await readFile(file, "utf8");
    expect(JSON.stringify(JSON.parse(text))).toMatch(written);
    for (const [, key = ""] of text.matchAll(/"([\w-]{43}|whsec_[^"]{44})"/g))
      expect(output).not.toContain(key);
    expect(await stored("callers")).toEqual({ bot, chat });
  },
);

test("secrets stores with prefix, region and AWS profile of --profile, and its question names them", async () => {
  // Only `staging` has a region and an AWS profile.
  const staged = await startSecrets({ "staging/callers": undefined });
  const { file } = cli();
  stub({
    AWS_CONFIG_FILE: await file(
      "aws",
      "[default]\n[profile staging-account]\n",
    ),
    AWS_SHARED_CREDENTIALS_FILE: await file(
      "credentials",
      "[staging-account]\naws_access_key_id=local\naws_secret_access_key=local\n",
    ),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: staged.endpoint,
    AWS_REGION: undefined,
    AWS_PROFILE: undefined,
    ...noKeys,
  });
  const staging = {
    origin,
    prefix: "staging",
    region: "eu-west-1",
    awsProfile: "staging-account",
  };
  await file("config.json", { profiles: { production: { origin }, staging } });
  const callers = await file("callers.json", { bot });
  const words = `secrets callers --file ${callers} --profile staging`;
  const { output, errors, exitCode } = await cli().run(words, { typed: "y" });
  await staged.close();
  expect(errors).toContain("Store staging/callers in eu-west-1?");
  expect(output).toContain("staging/callers: Stored.");
  expect(exitCode).toBe(0);
});
