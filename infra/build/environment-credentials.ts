/**
 * In the place of `@aws-sdk/credential-provider-node`: Lambda hands a function its credentials in environment variables,
 * always. The AWS SDK would also look in files and at metadata services, and sign in or assume roles, with 120 KB of code.
 */
export { fromEnv as defaultProvider } from "@aws-sdk/credential-provider-env";
