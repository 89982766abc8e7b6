/** The element with everything that it needs, for a page without a bundler. It describes conditions in English and German. */
import { describe } from "../understand/describe/describe.ts";
import { defineTamisFilter } from "./define.ts";
import { TamisFilterElement } from "./element.ts";

export { TamisFilterElement };

TamisFilterElement.describe = describe;
defineTamisFilter();
