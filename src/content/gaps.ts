/** A document as it may really be. */
export type WithGaps<T> = { [Field in keyof T]: T[Field] | null | undefined };

/**
 * The generated types believe that required fields are there. Content written before a field existed, or past the
 * Studio, says otherwise: what a page cannot do without is looked at here.
 */
export function gapsIn<T extends object>(document: T, fields: readonly (keyof T & string)[]): string[] {
  return fields.filter((field) => isEmpty(document[field]));
}

/** The document with every empty field that has a default replaced by it. */
export function withDefaults<T extends object>(document: T, defaults: Partial<T>): T {
  const missing = Object.entries(defaults).filter(([field]) => isEmpty(document[field as keyof T]));
  return { ...document, ...Object.fromEntries(missing) };
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
