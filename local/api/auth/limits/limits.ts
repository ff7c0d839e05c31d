import type { Limit } from './window.ts';

/** Limits of the auth server. All but the first two count requests per network address, refused ones included. */
export interface AuthLimits {
  /** Seconds between two mails of one kind to one address; 0 means no pause. */
  mailEverySeconds: number;
  /** Mails of the whole project. */
  mails: Limit;
  /** Sign-ins with a password, also counted per e-mail address. */
  signIns: Limit;
  signUps: Limit;
  /** Requests for links and codes, counted per kind of request; account changes. */
  mailRequests: Limit;
  /** Links and codes that are verified. */
  verifies: Limit;
  refreshes: Limit;
  /** Challenges of second factors, and their codes. */
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
