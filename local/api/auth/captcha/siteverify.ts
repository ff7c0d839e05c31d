/** Cloudflare publishes these keys and this token for tests (developers.cloudflare.com/turnstile, "Testing"). */
export const testKeys = {
  site: '1x00000000000000000000AA',
  alwaysPasses: '1x0000000000000000000000000000000AA',
  alwaysFails: '2x0000000000000000000000000000000AA',
  alwaysSpent: '3x0000000000000000000000000000000AA',
  dummyToken: 'XXXX.DUMMY.TOKEN.XXXX',
} as const;

export interface Verification {
  success: boolean;
  'error-codes': string[];
}

/**
 * Simulates Cloudflare's `siteverify`. The dummy token can be used again. A token that begins with `once.` is valid
 * once.
 */
export function siteverifyDouble() {
  const used = new Set<string>();
  const createVerification = (...codes: string[]): Verification => ({
    success: codes.length === 0,
    'error-codes': codes,
  });
  return (secret: string, token: string): Verification => {
    if (secret === testKeys.alwaysFails) return createVerification('invalid-input-response');
    if (secret === testKeys.alwaysSpent) return createVerification('timeout-or-duplicate');
    if (secret !== testKeys.alwaysPasses) return createVerification('invalid-input-secret');
    if (token === testKeys.dummyToken) return createVerification();
    if (!token.startsWith('once.')) return createVerification('invalid-input-response');
    if (used.has(token)) return createVerification('timeout-or-duplicate');
    used.add(token);
    return createVerification();
  };
}
