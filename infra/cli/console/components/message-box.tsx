import type { PropsWithChildren } from "hono/jsx";

/** What happened to a request of the operator. */
export function MessageBox({ tone, children }: MessageBoxProps) {
  return (
    <div class={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}
type MessageBoxProps = PropsWithChildren<{ tone: "good" | "look" | "bad" }>;
