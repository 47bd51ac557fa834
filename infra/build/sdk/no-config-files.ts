/**
 * Replaces the reader of the shared files of AWS, such as `~/.aws/config`, in the bundles. A function has none of them:
 * its region, endpoints and credentials come from environment variables.
 */
export async function loadSharedConfigFiles() {
  return { configFile: {}, credentialsFile: {} };
}
