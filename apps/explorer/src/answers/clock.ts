import { clockFunctions } from "tamis";

/** Returns `now()`, `today()` and `ago()` for one request, in the time zone of the reader. */
export const clock = () => clockFunctions({ timeZone: "system" });
