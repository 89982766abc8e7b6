import { fetchHandler } from "tamis/http";
import { service } from "../../../../places.ts";

const handle = fetchHandler(service);
export { handle as GET, handle as HEAD, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
export { handle as DELETE };
