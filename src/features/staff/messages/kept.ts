import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { Kept, type Written } from './model.ts';

/** What is being written, while the tab lives: a reload and a session that ended lose nothing of it. */
const KEY = storageKeys.staffMessage;

export function readKept(): Written | null {
  try {
    const parsed = v.safeParse(Kept, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function keep(written: Written | null): void {
  try {
    if (written === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(written));
  } catch {
    // Blocked or full: then it lives as long as the page.
  }
}
