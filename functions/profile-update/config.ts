import { receiverConfig } from "../../shared/runtime/config.ts";

export const profileUpdateReceiverConfig = receiverConfig;
