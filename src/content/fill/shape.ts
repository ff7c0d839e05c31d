export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  | 'choice'
  | 'image'
  | { type: string }
  | { to: string }
  | { list: Shape[] }
  | { object: Fields };

/** Shapes of fields by name. The name of an optional field ends with a question mark. */
export type Fields = Record<string, Shape>;
export type Shapes = Record<string, Fields>;
