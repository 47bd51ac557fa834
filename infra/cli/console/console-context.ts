import type { ApiClient } from "../api/client.ts";
import { createContext } from "hono/jsx";

export type ConsoleContext = {
  /** A client with the operator's key. The key stays in this process. */
  api: ApiClient;
  deployment: string;
  /** How the operator gets a link: "Press Enter in the terminal". */
  howToOpen: string;
  zone: string;
  nowMs: () => number;
};

type Frame = Pick<ConsoleContext, "deployment" | "zone"> & { nowMs: number };

/** Undefined on pages for a browser without a session, which have no menu. */
export const FrameContext = createContext<Frame | undefined>(undefined);
