import type { Limit } from './window.ts';

/** What the auth server counts. All but the first two by network address, whatever became of the request. */
export interface AuthLimits {
  /** Seconds between two mails of one kind to one address; 0: none. */
  mailEverySeconds: number;
  /** Mails of the whole project. */
  mails: Limit;
  /** Sign-ins with a password; by e-mail, too. */
  signIns: Limit;
  signUps: Limit;
  /** Links and codes asked for, by each of the ways there are; changes of an account. */
  mailRequests: Limit;
  /** Links and codes brought back. */
  verifies: Limit;
  refreshes: Limit;
  /** Challenges of second factors, and their codes. */
  factors: Limit;
}

const FIVE_MINUTES = 300;

/** As a hosted project begins. `more` multiplies what is counted by network address, for tests. */
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
