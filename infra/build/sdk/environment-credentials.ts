/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda always passes credentials to a function in
 * environment variables. The AWS SDK's own provider also reads files and metadata services, and needs 120 KB of code.
 */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
