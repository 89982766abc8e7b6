/** Column filters and sorting of TanStack Table. */
export { tanstackTableBridge } from "./bridge.ts";
