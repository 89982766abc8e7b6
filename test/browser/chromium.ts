import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { env } from "node:process";
import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const FILES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * The installed Chromium or Chrome: `TAMIS_CHROMIUM`, otherwise a program in `PATH` or in its usual folder. Undefined if there
 * is none; tests that need a browser are skipped then.
 */
export const CHROMIUM = findChromium();

function findChromium(): string | undefined {
  const { TAMIS_CHROMIUM: given, PATH: path = "" } = env;
  if (given !== undefined) return given === "" ? undefined : given;
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...FILES].find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a browser without a window and with an empty profile. The caller closes it.
 *
 * @throws Error if Chromium is not installed
 */
export async function startChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("Chromium is not installed.");
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
