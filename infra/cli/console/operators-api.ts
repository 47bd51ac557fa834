import type { ApiClient } from "../api/client.ts";

/** What the console needs of the operators' API. */
export type OperatorsApi = Pick<ApiClient, "overview"> & {
  operations: Pick<
    ApiClient["operations"],
    "page" | "get" | "act" | "actOnMany"
  >;
  employees: Pick<ApiClient["employees"], "page" | "get">;
};
