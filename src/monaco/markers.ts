import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Disposable, MonacoApi, MonacoMarker, MonacoModel } from "./api.ts";
import { toRange, type OpenModel } from "./open-models.ts";

/** Milliseconds after the last change until a text is checked. */
export const CHECK_DELAY = 200;

const OWNER = "tamis";

interface Watch {
  readonly changes: Disposable;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Keeps the markers of all models of a language up to date. */
export function watchMarkers<Uri>(
  { MarkerSeverity, editor }: MonacoApi<Uri>,
  languageId: string,
  open: OpenModel<Uri>,
): Disposable {
  const watched = new Map<MonacoModel<Uri>, Watch>();
  const severities = {
    error: MarkerSeverity.Error,
    warning: MarkerSeverity.Warning,
    hint: MarkerSeverity.Hint,
  };
  const toMarker = (
    model: MonacoModel<Uri>,
    { span, severity, message, code }: Diagnostic,
  ): MonacoMarker => ({
    ...toRange(model, span),
    severity: severities[severity],
    message,
    code,
    source: OWNER,
  });
  const check = (model: MonacoModel<Uri>) => {
    const markers = open(model)
      .diagnostics()
      .map((diagnostic) => toMarker(model, diagnostic));
    editor.setModelMarkers(model, OWNER, markers);
  };
  const stop = (model: MonacoModel<Uri>) => {
    const watch = watched.get(model);
    if (watch === undefined) return;
    watched.delete(model);
    clearTimeout(watch.timer);
    watch.changes.dispose();
    editor.setModelMarkers(model, OWNER, []);
  };
  const start = (model: MonacoModel<Uri>) => {
    stop(model);
    if (model.getLanguageId() !== languageId) return;
    const later = () => {
      clearTimeout(watch.timer);
      watch.timer = setTimeout(() => check(model), CHECK_DELAY);
    };
    const watch: Watch = { changes: model.onDidChangeContent(later), timer: undefined };
    watched.set(model, watch);
    check(model);
  };
  for (const model of editor.getModels()) start(model);
  const listeners = [
    editor.onDidCreateModel(start),
    editor.onWillDisposeModel(stop),
    editor.onDidChangeModelLanguage(({ model }) => start(model)),
  ];
  return {
    dispose() {
      for (const listener of listeners) listener.dispose();
      for (const model of [...watched.keys()]) stop(model);
    },
  };
}
