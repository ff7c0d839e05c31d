/** What a field of the Studio's schema holds. The shapes themselves are generated (`shapes.gen.ts`). */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  /** One of several values. */
  | 'choice'
  | 'image'
  /** A named type, such as `link`. */
  | { type: string }
  /** A document that is referred to. */
  | { to: string }
  /** Entries of one of these. */
  | { list: Shape[] }
  | { object: Fields };

/** Fields by name; one that may be empty ends with a question mark. */
export type Fields = Record<string, Shape>;
export type Shapes = Record<string, Fields>;
