/** What a field of the Studio's schema contains. The shapes are generated (`shapes.gen.ts`). */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  /** One of several values. */
  | 'choice'
  | 'image'
  /** A named type, such as `link`. */
  | { type: string }
  /** A reference to a document. */
  | { to: string }
  /** A list of entries of these kinds. */
  | { list: Shape[] }
  | { object: Fields };

/** Fields by name; the name of an optional field ends with a question mark. */
export type Fields = Record<string, Shape>;
export type Shapes = Record<string, Fields>;
