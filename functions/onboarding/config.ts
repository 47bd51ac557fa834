import { receiverConfig } from "../../shared/runtime/config.ts";

export const onboardingReceiverConfig = receiverConfig;
