import { createContext } from "hono/jsx";

/** What the frame of a page shows beside the page. */
export type Frame = {
  /** The name of the deployment that the console controls. */
  deployment: string;
  /** The IANA name of the operator's time zone. */
  zone: string;
  nowMs: number;
};

/** Undefined on pages for a browser without a session, which have no menu. */
export const FrameContext = createContext<Frame | undefined>(undefined);
