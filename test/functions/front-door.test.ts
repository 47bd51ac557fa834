// Walks on the real bundles. One stack serves all of them, because to start it takes longer than a walk.
import "./lists/front-door.ts";
import "./scim/front-door.ts";
import "../infra/cli/running-stack.ts";
import "../infra/local/generated-client.ts";
