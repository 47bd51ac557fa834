// Walks on the real bundles. They share one stack, because its start takes longer than a walk.
import "./lists/front-door.ts";
import "./scim/front-door.ts";
import "../infra/cli/running-stack.ts";
import "../infra/local/generated-client.ts";
// It looks for secrets in all that the walks before it have logged and stored.
import "../security/secrets/leaks.ts";
// It comes last, because it compares what all of them have asked of AWS with what each function may ask.
import "./front-door/permissions.ts";
