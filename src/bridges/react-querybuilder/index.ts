/** Rule groups of react-querybuilder. */
export { reactQuerybuilderBridge } from "./bridge.ts";
