import { readFile, stat } from "node:fs/promises";
import type { CompiledPackage, PackageProblem } from "../package/decision-package.ts";
import { readPackage } from "../package/read-package.ts";
import { MessageReader } from "../message/read-message.ts";

/** A decision package that runs. */
export interface Deployment {
  readonly compiled: CompiledPackage;
  readonly reader: MessageReader;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A package that was not deployed. */
export interface Refusal {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly problems: readonly PackageProblem[];
}

/** Maximum length of a package in bytes. */
const MAX_BYTES = 1_048_576;

export interface DeploymentOptions {
  /** Path of the package. */
  readonly file: string;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly onDeployment: (status: "success" | "refused") => Promise<void>;
}

/** Deploys the decision package of a file. A package that is not valid is refused, and the deployed one keeps running. */
export class Deployments {
  readonly #options: DeploymentOptions;
  #current: Deployment | undefined;
  #refusal: Refusal | undefined;
  #signature = "";
  #timer: NodeJS.Timeout | undefined;
  #loading: Promise<void> = Promise.resolve();

  constructor(options: DeploymentOptions) {
    this.#options = options;
  }

  /** Undefined until a valid package was read. */
  get current(): Deployment | undefined {
    return this.#current;
  }

  /** Why the last package was refused; undefined if it was deployed. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  /** Reads the file, and deploys its package if it is valid. Loads one at a time. */
  load(): Promise<void> {
    this.#loading = this.#loading.then(() => this.#load());
    return this.#loading;
  }

  /**
   * Reads the file again when its size or the time of its last change differs. Network file systems report no changes, so the file
   * is compared from time to time.
   *
   * @param interval milliseconds
   */
  watch(interval: number): void {
    this.#timer = setInterval(() => {
      void signatureOf(this.#options.file).then((signature) =>
        signature === this.#signature ? undefined : this.load(),
      );
    }, interval);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#loading;
  }

  async #load(): Promise<void> {
    const { file, now, onDeployment } = this.#options;
    this.#signature = await signatureOf(file);
    const problems = await this.#deploy(file);
    this.#refusal = problems === undefined ? undefined : { time: now(), problems };
    await onDeployment(problems === undefined ? "success" : "refused");
  }

  /** Returns undefined for a valid package. */
  async #deploy(file: string): Promise<readonly PackageProblem[] | undefined> {
    let text: string;
    try {
      const { size } = await stat(file);
      if (size > MAX_BYTES)
        return [{ pointer: "", message: `The package has more than ${MAX_BYTES} bytes.` }];
      text = await readFile(file, "utf8");
    } catch (error) {
      const { code = "error" } = error as NodeJS.ErrnoException;
      return [{ pointer: "", message: `The file of the package cannot be read (${code}).` }];
    }
    const result = readPackage(text);
    if (!result.ok) return result.problems;
    const { compiled } = result;
    this.#current = {
      compiled,
      reader: new MessageReader(compiled.definition),
      since: this.#options.now(),
    };
    return undefined;
  }
}

/** Returns a text that differs after each change of a file. A missing file has one, too. */
async function signatureOf(file: string): Promise<string> {
  try {
    const { size, mtimeMs, ino } = await stat(file);
    return `${size} ${mtimeMs} ${ino}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
