/** A file that the user has chosen, in browsers that let pages write to it. */
interface ChosenFile {
  readonly createWritable: () => Promise<WritableStream<Uint8Array>>;
}

declare global {
  interface Window {
    readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<ChosenFile>;
  }
}

/**
 * Saves a response under a name that the user can change. Where pages can write to a file, its parts are written as they come.
 * Other browsers collect them first.
 *
 * @param read undefined if the response failed
 * @returns word that says what has happened
 */
export async function saveFile(name: string, read: () => Promise<Response | undefined>): Promise<string> {
  let file: ChosenFile | undefined;
  try {
    file = await window.showSaveFilePicker?.({ suggestedName: name });
  } catch {
    return "Canceled";
  }
  try {
    const response = await read();
    if (response === undefined) return "Failed";
    if (file === undefined) download(name, await response.blob());
    else await response.body!.pipeTo(await file.createWritable());
    return "Saved";
  } catch {
    return "Failed";
  }
}

function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
