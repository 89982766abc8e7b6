import { fetchHandler } from "tamis/http";
import { service } from "../../../../places.ts";

const handle = fetchHandler(service);
// Next.js calls the function with the name of the method.
export { handle as GET, handle as HEAD, handle as OPTIONS, handle as POST };
export { handle as DELETE, handle as PATCH, handle as PUT };
