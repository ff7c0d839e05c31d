import { randomBytes } from 'node:crypto';
import { type DeployableFunction, deployableFunctions } from './function-files.ts';
import type { KeyName, Environment } from './keys.ts';
import type { KeyStore } from './key-store.ts';
import { doublesOf, servicesAt } from './service-addresses.ts';

/** Everything through which a step reaches other services. Tests pass doubles of `fetch`, `resolveTxt` and `pause`. */
export interface Context {
  environment: Environment;
  keys: KeyStore;
  fetch: typeof fetch;
  resolveTxt: (name: string) => Promise<string[][]>;
  pause: (ms: number) => Promise<void>;
  now: () => Date;
  functions: () => Promise<DeployableFunction[]>;
  /** Lines for the person at the keyboard, such as DNS records to enter. */
  tell: (line: string) => void;
}

export const realWorld = {
  ...servicesAt(() => doublesOf()),
  pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  now: () => new Date(),
  functions: deployableFunctions,
};

/** Says that a key is missing. The step that needs it gets the state `unknown`. */
export class MissingKey extends Error {
  readonly key: KeyName;

  constructor(key: KeyName) {
    super(`${key} is not given.`);
    this.key = key;
  }
}

export function requireKey({ keys }: Context, name: KeyName): string {
  const value = keys.get(name);
  if (!value) throw new MissingKey(name);
  return value;
}

/** Returns one of our own secrets, which is made at its first use. */
export function ownSecret({ keys }: Context, name: 'MAINTENANCE_SECRET' | 'SANITY_WEBHOOK_SECRET'): string {
  const known = keys.get(name);
  if (known) return known;
  const secret = randomBytes(24).toString('hex');
  keys.set(name, secret);
  return secret;
}

export const siteUrl = (context: Context) => new URL(requireKey(context, 'SITE_URL'));
export const projectUrl = (context: Context) =>
  `https://${requireKey(context, 'SUPABASE_PROJECT_REF')}.supabase.co`;
export const functionUrl = (context: Context, name: string) => `${projectUrl(context)}/functions/v1/${name}`;
