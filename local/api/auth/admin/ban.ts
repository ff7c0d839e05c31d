import { authError } from '../auth-error.ts';

const UNIT_MS: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 3.6e6 };

/**
 * Returns when a ban ends, from a Go duration such as `24h` or `1h30m`. Null (for `none`) lifts the ban, and
 * undefined changes nothing.
 */
export function bannedUntil(duration: unknown): string | null | undefined {
  if (duration === undefined || duration === '') return undefined;
  if (duration === 'none') return null;
  const text = typeof duration === 'string' ? duration : '';
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(text))
    throw authError(400, 'validation_failed', `invalid format for ban duration: ${text}`);
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  const ms = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_MS[unit] ?? 0), 0);
  return new Date(Date.now() + ms).toISOString();
}
