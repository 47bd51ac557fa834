import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono, MiddlewareHandler } from "hono";
import type { EmployeeRecord } from "./employee-record.ts";
import type { FaultTarget } from "./faults.ts";
import { portraitOf } from "../../pages/portraits/portrait-of.ts";

export type SourceEnv = {
  Bindings: HttpBindings;
  Variables: {
    /** The record that is answered instead of the one that is asked for. */
    anotherId: string | undefined;
    /** The vendor's names of fields that the reader may not see. */
    unreadable: readonly string[];
    listed: EmployeeRecord[];
  };
};

/** What happened to a record. `before` is undefined for a new one. */
export type Change = {
  kind: "created" | "changed" | "deleted";
  before: EmployeeRecord | undefined;
  record: EmployeeRecord;
  atMs: number;
};

export type Webhook = { type: string; body: string };

/** The interface of a vendor, which is one file beside this one. */
export type Vendor = {
  name: string;
  firstId: bigint;
  addRoutes: (context: {
    app: Hono<SourceEnv>;
    /** Notes the request and applies the fault rules. It comes first in each route of the vendor. */
    receive: (target: FaultTarget) => MiddlewareHandler<SourceEnv>;
    /** The record that this request is answered with. */
    find: (c: Context<SourceEnv>, id: string) => EmployeeRecord | undefined;
    /** The records of a list, as the fault rules leave them. */
    all: (c: Context<SourceEnv>) => EmployeeRecord[];
    changedAtMs: (id: string) => number;
    /** `http://127.0.0.1:<port>` */
    origin: () => string;
    nowMs: () => number;
  }) => void;
  /** The thin events that the vendor sends for a change, in its order. */
  describeChange: (change: Change) => Webhook[];
  /** The headers that prove who sends a webhook. */
  signWebhook: (body: string, nowMs: number) => Record<string, string>;
  delivery: {
    /** Whether a webhook waits until all earlier ones have been delivered or given up. */
    inOrder: boolean;
    /** The pauses before the second, third, … request, in minutes. */
    pausesMinutes: readonly number[];
    /** Whether a webhook is sent again after this answer. It always is after a timeout. */
    isSentAgain: (status: number) => boolean;
  };
};

/** After this time without an answer, a vendor counts a webhook as failed. */
export const webhookTimeoutMs = 3_000;

const hugeBytes = 6 * 1024 * 1024;

/**
 * The photo of an employee as a PNG. Undefined if there is none.
 *
 * @param options.isOriginal - asks for the size in which the photo was uploaded
 */
export function photoOf(
  { id, photo }: EmployeeRecord,
  { isOriginal }: { isOriginal: boolean },
): Buffer<ArrayBuffer> | undefined {
  if (photo === "none") return undefined;
  // An id of HiBob is greater than any safe integer, and `portraitOf` needs only its last digits.
  const portrait = portraitOf(Number(id.slice(-4)));
  // Bytes after the end of a PNG are not part of the picture. Employees share portraits, so the id makes the bytes differ.
  const size = photo === "huge" && isOriginal ? hugeBytes : 0;
  return Buffer.concat([portrait, Buffer.from(id), Buffer.alloc(size)]);
}

export function pngAnswer(png: Buffer<ArrayBuffer>): Response {
  return new Response(png, { headers: { "content-type": "image/png" } });
}
