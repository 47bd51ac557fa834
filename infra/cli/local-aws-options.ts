/** The region of all local services. They accept requests of any region. */
export const localRegion = "us-east-1";

/** The SDK requires credentials, and the local services accept any. */
export const localCredentials = {
  accessKeyId: "local",
  secretAccessKey: "local",
};

export function localAwsOptions(endpoint: string) {
  return { endpoint, region: localRegion, credentials: localCredentials };
}
