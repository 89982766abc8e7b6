/** The findings of the rules of one alert type in a message. */
export interface Alert {
  /** Stays the same when the alert is delivered again, so that receivers recognize repetitions. */
  readonly id: string;
  readonly alertType: string;
  /** Identifiers of the rules that raised the alert. */
  readonly rules: readonly string[];
  readonly messageId: string;
  readonly deploymentId: string;
  readonly build: number;
  readonly messageClassificationName: string | null;
  readonly outcome: string;
  /** Date-time of the decision. */
  readonly timeStamp: string;
  /** The variable sets of the message. */
  readonly message: object;
}

/** Where alerts go. */
export interface AlertSink {
  /** Description for users, without secrets. */
  readonly description: string;
  /** Maximum number of messages whose alerts are delivered together. */
  readonly batch: number;
  /**
   * Delivers alerts durably. The promise is rejected if a further attempt can succeed.
   *
   * @throws RejectedAlert if no further attempt can succeed
   */
  readonly deliver: (alerts: readonly Alert[], signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The receiver refused an alert, and would refuse it again. */
export class RejectedAlert extends Error {
  override readonly name = "RejectedAlert";
}
