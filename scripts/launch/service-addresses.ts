import { resolveTxt } from 'node:dns/promises';
import * as v from 'valibot';

/** The variable with the address of simulated accounts (`npm run accounts`), such as http://127.0.0.1:4950. */
const VARIABLE = 'LAUNCH_DOUBLES';
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns the address of the simulated accounts, or null to reach the real services. All keys are sent there, so only
 * this machine is accepted.
 */
export function doublesOf(env: NodeJS.ProcessEnv = process.env): URL | null {
  const text = env[VARIABLE]?.trim();
  if (text === undefined || text === '') return null;
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' || !LOOPBACK.includes(url.hostname))
    throw new Error(`${VARIABLE} is an address of this machine, such as http://127.0.0.1:4950.`);
  return url;
}

/** Returns where simulated accounts answer for an address: `https://api.stripe.com/v1` at `/_to/api.stripe.com/v1`. */
export function addressAtDoubles(doubles: URL, input: string | URL | Request): URL {
  const { host, pathname, search } = new URL(input instanceof Request ? input.url : input);
  return new URL(`/_to/${host}${pathname}${search}`, doubles);
}

const Unreachable = v.object({ unreachable: v.string() });

/** Calls the services and DNS, or the simulated accounts instead of them. */
export const servicesAt = (findDoubles: () => URL | null) => ({
  fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const doubles = findDoubles();
    if (!doubles) return fetch(input, init);
    const response = await fetch(addressAtDoubles(doubles, input), init);
    if (response.headers.get('x-unreachable') === null) return response;
    const { unreachable } = v.parse(Unreachable, await response.json());
    throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND', hostname: unreachable } });
  },
  resolveTxt: async (name: string): Promise<string[][]> => {
    const doubles = findDoubles();
    if (!doubles) return resolveTxt(name);
    const response = await fetch(new URL(`/_dns/${name}`, doubles));
    const found = v.parse(v.nullable(v.string()), await response.json());
    if (found === null) throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    return [[found]];
  },
});
