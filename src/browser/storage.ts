import * as v from 'valibot';
import { readText, type Span, writeText } from './text-storage.ts';

/**
 * Reads a stored value and checks it with a schema, because another version of the site may have written it. The
 * functions of this module never throw.
 */

export function readStored<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  span: Span = 'ever',
): v.InferOutput<Schema> | null {
  const text = readText(key, span);
  if (text === null) return null;
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: unknown, span: Span = 'ever'): boolean {
  return writeText(key, JSON.stringify(value), span);
}
