import type { Limit } from './window.ts';

/**
 * Limits of the auth server. All but the first two count requests per network address, including refused requests.
 */
export interface AuthLimits {
  mailEverySeconds: number;
  mails: Limit;
  signIns: Limit;
  signUps: Limit;
  mailRequests: Limit;
  verifies: Limit;
  refreshes: Limit;
  factors: Limit;
}

const FIVE_MINUTES = 300;

/** The default limits of a hosted project. `more` multiplies the limits per network address, for tests. */
export function hostedLimits(more = 1): AuthLimits {
  const perAddress = (attempts: number, windowSeconds = FIVE_MINUTES): Limit => ({
    attempts: attempts * more,
    windowSeconds,
  });
  return {
    mailEverySeconds: 60,
    mails: { attempts: 4000, windowSeconds: 3600 },
    signIns: { attempts: 30, windowSeconds: FIVE_MINUTES },
    signUps: perAddress(30),
    mailRequests: perAddress(30),
    verifies: perAddress(30),
    refreshes: perAddress(150),
    factors: perAddress(30, 120),
  };
}
