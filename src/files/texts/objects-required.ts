/** Thrown while rows are read as texts, if they must be read as objects. */
export class ObjectsRequired extends Error {
  override readonly name = "ObjectsRequired";
}
