import type { AuthLimits } from './limits.ts';
import { countWithin } from './window.ts';

interface AuthRequest {
  method: string;
  path: string;
  grantType: string | undefined;
  address: string;
  email: string;
}

/** Returns the number of seconds that a request must wait, or 0. */
export type CountRequest = (request: AuthRequest) => number;

/** As on the hosted service, refused requests count too. */
export function countRequests(limits: AuthLimits): CountRequest {
  const counters = {
    signIns: countWithin(limits.signIns),
    signUps: countWithin(limits.signUps),
    mailRequests: countWithin(limits.mailRequests),
    verifies: countWithin(limits.verifies),
    refreshes: countWithin(limits.refreshes),
    factors: countWithin(limits.factors),
  };
  return (request) => {
    const rule = ruleOf(request);
    return rule ? counters[rule.counter](rule.key) : 0;
  };
}

type Counter = Exclude<keyof AuthLimits, 'mailEverySeconds' | 'mails'>;

function ruleOf({ method, path, grantType, address, email }: AuthRequest): {
  counter: Counter;
  key: string;
} | null {
  const route = `${method} ${path}`;
  if (route === 'POST /token')
    return grantType === 'password'
      ? { counter: 'signIns', key: `${address} ${email}` }
      : { counter: 'refreshes', key: address };
  if (route === 'POST /signup') return { counter: 'signUps', key: address };
  if (/^(?:GET|POST) \/verify$/.test(route)) return { counter: 'verifies', key: address };
  if (/^POST \/(?:otp|magiclink|recover|resend|sso|sso\/saml\/acs)$|^PUT \/user$/.test(route))
    return { counter: 'mailRequests', key: `${address} ${path}` };
  const factor = /^POST \/factors\/[^/]+(\/verify|\/challenge)$/.exec(route);
  return factor ? { counter: 'factors', key: `${address} ${factor[1]}` } : null;
}
