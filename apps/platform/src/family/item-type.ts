export { itemTypeOf } from "./media-types.ts";
