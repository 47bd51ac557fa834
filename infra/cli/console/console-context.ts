import type { ApiClient } from "../api/client.ts";
import { createContext } from "hono/jsx";

export type ConsoleContext = {
  /** A client with the operator's key. The key stays in this process. */
  api: OperatorsApi;
  /** The name of the deployment, as the pages show it. */
  deployment: string;
  /** How the operator gets a link: "Press Enter in the terminal". */
  howToOpen: string;
  /** The IANA name of the operator's time zone. */
  zone: string;
  nowMs: () => number;
};

/** What the console needs of the operators' API. */
export type OperatorsApi = Pick<ApiClient, "overview"> & {
  operations: Pick<
    ApiClient["operations"],
    "page" | "get" | "act" | "actOnMany"
  >;
  employees: Pick<ApiClient["employees"], "page" | "get" | "ofPerson">;
  plans: Pick<
    ApiClient["plans"],
    "list" | "get" | "rows" | "decide" | "approve" | "apply" | "stop"
  >;
};

/** What the frame of a page shows beside the page. */
type Frame = Pick<ConsoleContext, "deployment" | "zone"> & { nowMs: number };

/** Undefined on pages for a browser without a session, which have no menu. */
export const FrameContext = createContext<Frame | undefined>(undefined);
