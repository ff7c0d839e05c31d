/** A document in which every field may be empty. */
export type WithGaps<T> = { [Field in keyof T]: T[Field] | null | undefined };

/**
 * Returns the required fields that are empty. The content may lack them if it is older than a field, or was not
 * written in Studio.
 */
export function gapsIn<T extends object>(document: T, fields: readonly (keyof T & string)[]): string[] {
  return fields.filter((field) => isEmpty(document[field]));
}

export function withDefaults<T extends object>(document: T, defaults: Partial<T>): T {
  const missing = Object.entries(defaults).filter(([field]) => isEmpty(document[field as keyof T]));
  return { ...document, ...Object.fromEntries(missing) };
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
