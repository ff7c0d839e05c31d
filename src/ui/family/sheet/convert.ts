import type { Values } from '../../kit/form/field.ts';

/** Returns the text of a stored record's field. It is '' if there is no answer. `path` has at most two names. */
export function textAt(record: object, path: string): string {
  const [first = '', second] = path.split('.');
  const part: unknown = Reflect.get(record, first);
  const innerRecord = typeof part === 'object' && part !== null ? part : {};
  const value: unknown = second === undefined ? part : Reflect.get(innerRecord, second);
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : '';
}

/**
 * Nests the values of a form. For example, the value of `health.allergies` becomes a part of the object `health`.
 * `sentAs` converts each value.
 */
export function nestValues(values: Values, sentAs: (path: string, text: string) => unknown): object {
  const body: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(values)) {
    const [first = '', second] = path.split('.');
    const value = sentAs(path, text);
    if (second === undefined) body[first] = value;
    else body[first] = { ...(body[first] as object | undefined), [second]: value };
  }
  return body;
}
