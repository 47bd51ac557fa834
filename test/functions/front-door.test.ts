// Walks on the real bundles. They share one stack, because its start takes longer than a walk.
import "./lists/front-door.ts";
import "./scim/front-door.ts";
import "../infra/cli/running-stack.ts";
import "../infra/local/generated-client.ts";
// The last one, because it looks for secrets in what all of them have logged and stored.
import "../security/secrets/leaks.ts";
