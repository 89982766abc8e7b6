/** A reason why a job fails that users can understand and remove. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}
