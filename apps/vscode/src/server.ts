import { run } from "tamis-cli/src/main.ts";

/** Program of the extension's server: `tamis` with the only command `language-server`. The build replaces its list of commands. */
void run();
