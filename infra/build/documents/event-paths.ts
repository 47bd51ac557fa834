import { eventFactsOf } from "../../../shared/event-types.ts";
import { eventSchemas } from "./schemas.ts";
import { type JsonSchema, ref } from "./json-schema.ts";
import {
  answer,
  type ApiOperation,
  json,
  locationHeader,
  operationOf,
  type Parameter,
  type Paths,
} from "./path-parts.ts";
import { anySecurity, senderSecurity } from "./security-schemes.ts";

const callerParameter: Parameter = {
  name: "caller",
  in: "path",
  required: true,
  description: "The name of the sender's entry in the callers secret.",
  schema: { type: "string", pattern: "^[a-z][a-z0-9-]*$" },
};

const preferParameter: Parameter = {
  name: "Prefer",
  in: "header",
  description:
    "`wait=10` waits up to 10 seconds for the end of the operation, at most 25 (RFC 7240).",
  schema: { type: "string" },
};

const inQuery = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string" },
});

const recordParameter = inQuery(
  "record",
  "With any value, the body is an answer of the caller's source, and the lookup of the caller says what its record means.",
);

const replayParameter = inQuery(
  "operation",
  "The id of an operation whose data is kept. The body then has settings of the rules by their names, as text, and `replay` of the answer says what its event comes to with them. Needs the scope `operate`.",
);

const eventBody = (types: readonly string[]) => ({
  description:
    "One event. A caller with a field map sends the payload of its own system instead, also as a form. An event may be a CloudEvent 1.0: structured, in a batch, or in binary form from a caller with a token.",
  content: json(envelopesOf(types)),
});

const receivers = {
  onboarding: "Hire or adopt an employee",
  offboarding: "Terminate or suspend an employee, or end or cancel that",
  profile: "Change an employee",
  status: "Set a status",
  events: "Send an event of any type",
};

function eventOperation(name: string, summary: string): ApiOperation {
  const isStatus = name === "status";
  const types = eventSchemas
    .map(({ type }) => type)
    .filter((type) => name === "events" || eventFactsOf(type).url === name);
  return operationOf({
    operationId: `send-${name}`,
    tag: "Events",
    summary,
    description: `The sender needs the scope of the event: ${scopesOf(types)}.${isStatus ? " Chat tools send their commands to the same path, in the form of each tool, and get an answer for the chat." : ""}`,
    security: isStatus ? anySecurity : senderSecurity,
    parameters: [callerParameter, preferParameter],
    body: eventBody(types),
    answers: {
      "200": answer(
        "The operation has ended or waits, and the request had `Prefer: wait`",
        "Operation",
        locationHeader,
      ),
      "202": {
        description:
          "Stored. The work follows. A payload of a field map with several events, or with none, has a list",
        headers: locationHeader,
        content: json({ anyOf: [ref("Operation"), ref("AcceptedOperations")] }),
      },
    },
    refused: ["forbidden", "unsupported-media-type", "delivery-id-reused"],
  });
}

function envelopesOf(types: readonly string[]): JsonSchema {
  const refs = types.map((type) => ref(type));
  const [only] = refs;
  return refs.length === 1 && only
    ? only
    : {
        oneOf: refs,
        discriminator: {
          propertyName: "type",
          mapping: Object.fromEntries(
            types.map((type) => [type, `#/components/schemas/${type}`]),
          ),
        },
      };
}

function scopesOf(types: readonly string[]): string {
  return eventSchemas
    .filter(({ type }) => types.includes(type))
    .map(({ type, scope }) =>
      scope === "lookup"
        ? `for \`${type}\` no scope, but a \`lookup\` in its entry`
        : `\`${scope}\` for \`${type}\``,
    )
    .join(", ");
}

const preview = operationOf({
  operationId: "preview-event",
  tag: "Events",
  summary: "Ask what an event would mean, without sending it",
  description:
    "It stores and changes nothing. The sender needs the scope of the event, and sees `match` with the scope `operate` only.",
  security: senderSecurity,
  parameters: [callerParameter, recordParameter, replayParameter],
  body: eventBody(eventSchemas.map(({ type }) => type)),
  answers: { "200": answer("The preview", "Preview") },
  refused: ["forbidden", "not-found", "unsupported-media-type"],
});

/** Every receiver answers it. The document has it only at the URL of all events, because a vendor uses that one. */
const verification = operationOf({
  operationId: "verify-url",
  tag: "Events",
  summary: "Verify the URL, as Okta does",
  description:
    "For a caller whose entry has `handshake`. The answer repeats the challenge.",
  security: senderSecurity,
  parameters: [
    callerParameter,
    {
      name: "x-okta-verification-challenge",
      in: "header",
      required: true,
      schema: { type: "string", pattern: "^[\\w-]{16,128}$" },
    },
  ],
  answers: { "200": answer("The challenge", "Verification") },
  refused: ["validation-error", "method-not-allowed"],
});

export const eventPaths: Paths = {
  ...Object.fromEntries(
    Object.entries(receivers).map(([name, summary]) => [
      `/${name}/{caller}`,
      {
        post: eventOperation(name, summary),
        ...(name === "events" && { get: verification }),
      },
    ]),
  ),
  "/events/{caller}/preview": { post: preview },
};
