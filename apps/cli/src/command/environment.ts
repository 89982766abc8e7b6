import { PASSWORD_VARIABLES } from "../io/redact.ts";

/** Environment variables that the program reads, with their meaning as a clause without a final period. */
export const ENVIRONMENT: readonly (readonly [names: string, meaning: string])[] = [
  ["PAGER", "the pager for rows that exceed the screen (default: less); empty or cat for none"],
  ["LESS, LV", "options of the pager (default: FRX and -c)"],
  ["TERM", "dumb for no colors, no progress and no pager"],
  ["NO_COLOR, FORCE_COLOR", "no colors, or colors also in files and pipes"],
  [Object.values(PASSWORD_VARIABLES).join(", "), "the password of a database"],
  ["TAMIS_TOKEN", "the token that requests to tamis serve need"],
  [
    "XDG_STATE_HOME",
    "the folder for the history of tamis shell (default: ~/.local/state, or %LOCALAPPDATA% on Windows)",
  ],
  ["XDG_CACHE_HOME", "the folder for compiled code (default: ~/.cache; on Windows always %LOCALAPPDATA%)"],
];
