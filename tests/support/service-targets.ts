/**
 * Targets for the contract tests. These are always our simulations, and also real accounts if their keys are in the
 * environment. Use a staging that setup has made, because the tests remove what they make.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLake } from '#local/lake/server.ts';
import { startMail } from '#local/mail/start.ts';
import { projectSite } from './hosted/project.ts';
import { createEmptyWorld } from './hosted/world.ts';
import type { TestDatabase } from './database.ts';

export interface SupabaseTarget {
  name: string;
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Calls the edge functions' gateway. */
  functions: (path: string, init?: RequestInit) => Promise<Response>;
}
export interface ResendTarget {
  name: string;
  url: string;
  key: string;
  from: string;
}
export interface SanityTarget {
  name: string;
  /** The address of the API with its version, such as `https://<project>.api.sanity.io/v2025-02-19`. */
  url: string;
  dataset: string;
  token: string;
}

const env = (name: string) => process.env[`CONTRACT_${name}`];

/**
 * Returns the values of these variables. If one is missing, says so and returns null, because a real account is used
 * only with all of its keys.
 */
function given<Name extends string>(service: string, names: readonly Name[]): Record<Name, string> | null {
  const values = names.map((name) => [name, env(name)] as const);
  if (values.every(([, value]) => value)) return Object.fromEntries(values) as Record<Name, string>;
  console.log(
    `${service} contract: asked of the double only (without ${names.map((name) => `CONTRACT_${name}`).join(', ')}).`,
  );
  return null;
}

export function realSupabase(): SupabaseTarget | null {
  const found = given('Supabase', ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY']);
  return (
    found && {
      name: 'a hosted project',
      url: found.SUPABASE_URL,
      publishableKey: found.SUPABASE_PUBLISHABLE_KEY,
      secretKey: found.SUPABASE_SECRET_KEY,
      functions: (to, init) => fetch(`${found.SUPABASE_URL}/functions/v1/${to}`, init),
    }
  );
}

/** The gateway of the edge functions. Two functions are deployed, one with `verify_jwt` and one without. */
export function gatewayDouble(db: TestDatabase): SupabaseTarget['functions'] {
  const world = createEmptyWorld(db);
  world.supabase.functions.set('create-checkout', { name: 'create-checkout', verify_jwt: false, version: 1 });
  const site = projectSite(world);
  return async (to, init) => site.request(`https://project.test/functions/v1/${to}`, init);
}

export async function resendTargets(): Promise<{ targets: ResendTarget[]; stop: () => Promise<void> }> {
  const dir = mkdtempSync(path.join(tmpdir(), 'mail-'));
  const mail = await startMail({ port: 0, dir, apiKey: 're_key' });
  const real = given('Resend', ['RESEND_API_KEY', 'MAIL_FROM']);
  return {
    targets: [
      { name: 'the double', url: mail.url, key: 're_key', from: 'Otter Trails <hello@otter.example>' },
      ...(real
        ? [{ name: 'Resend', url: 'https://api.resend.com', key: real.RESEND_API_KEY, from: real.MAIL_FROM }]
        : []),
    ],
    stop: async () => {
      await mail.stop();
      rmSync(dir, { recursive: true });
    },
  };
}

export async function sanityTargets(): Promise<{ targets: SanityTarget[]; stop: () => Promise<void> }> {
  const dir = mkdtempSync(path.join(tmpdir(), 'lake-'));
  const lake = await startLake({
    port: 0,
    dir,
    projectId: 'test',
    dataset: 'production',
    writeToken: 'write',
  });
  const real = given('Sanity', ['SANITY_PROJECT_ID', 'SANITY_DATASET', 'SANITY_WRITE_TOKEN']);
  return {
    targets: [
      { name: 'the double', url: `${lake.url}/v2025-02-19`, dataset: 'production', token: 'write' },
      ...(real
        ? [
            {
              name: 'Sanity',
              url: `https://${real.SANITY_PROJECT_ID}.api.sanity.io/v2025-02-19`,
              dataset: real.SANITY_DATASET,
              token: real.SANITY_WRITE_TOKEN,
            },
          ]
        : []),
    ],
    stop: async () => {
      await lake.stop();
      rmSync(dir, { recursive: true });
    },
  };
}
