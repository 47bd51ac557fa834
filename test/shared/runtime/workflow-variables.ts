/** The variables that each workflow on the platform needs. */
export const workflowVariables = {
  STORE_TABLE: "store",
  TOKENS_TABLE: "tokens",
  COMMUNITY_SECRET: "community",
  BASE_URL: "https://community.example.com",
  AUTH_URL: "https://auth.example.com",
};
