/**
 * The default prefix of every resource name in the account. It has a file of its own, because the command line needs it
 * without the CDK.
 */
export const product = "community-automation";
