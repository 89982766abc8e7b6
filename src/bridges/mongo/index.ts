/** Query documents and orders of MongoDB. */
export { mongoBridge } from "./bridge.ts";
