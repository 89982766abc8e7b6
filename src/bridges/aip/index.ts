/** Filters and orders of Google APIs: AIP-160 and AIP-132. */
export { aipBridge } from "./bridge.ts";
