import * as v from 'valibot';

/**
 * The browser's storage, which may be blocked (private mode, policy), full, or hold what another version
 * wrote. Nothing here throws: a read answers null, a write says whether it was kept.
 */
function store(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

export function readText(key: string): string | null {
  try {
    return store()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeText(key: string, value: string): boolean {
  try {
    const target = store();
    target?.setItem(key, value);
    return target !== null;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    store()?.removeItem(key);
  } catch {
    // Blocked: then there is nothing to forget.
  }
}

/** Parsed and checked; anything else than the expected shape reads as null. */
export function readStored<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const text = readText(key);
  if (text === null) return null;
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: unknown): boolean {
  return writeText(key, JSON.stringify(value));
}
