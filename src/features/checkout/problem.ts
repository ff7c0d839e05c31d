import type { Failure } from '../../lib/errors.ts';
import type { Problem } from './sale.ts';

/** A call that came to nothing while the browser has no network says so instead of "something went wrong". */
export function problemOf({ code }: Failure): Problem {
  const offline = typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine;
  return code === 'unexpected' && offline ? 'offline' : code;
}
