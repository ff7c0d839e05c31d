/** What runs at a Supabase project's address: the data API, the sign-in, and the functions as they were deployed. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { resendMail } from '#local/api/mail.ts';
import { type RunningApi, startApi } from '#local/api/start.ts';
import { type RunningFunctions, startFunctions } from '#local/functions/start.ts';
import type { World } from '../world.ts';

interface Addresses {
  api: number;
  functions: number;
  /** Where the functions reach their services, and the sign-in its mail server. */
  environment: Record<string, string>;
  mail: string;
  /** The simulated accounts, by which the functions reach the hook of the site's host. */
  doubles: string;
}

export interface RunningProject {
  app: Hono;
  /** Keeps the file of a function that was deployed. */
  keep: (slug: string, code: string) => void;
  stop: () => Promise<void>;
}

/** The API starts with the first call after its keys were made. Functions start again when they or secrets change. */
export function runProject(world: World, dir: string, at: Addresses): RunningProject {
  const { supabase } = world;
  const bundlesDir = path.join(dir, 'functions');
  mkdirSync(bundlesDir, { recursive: true });
  const jwtSecret = randomBytes(32).toString('hex');
  let deployed = 0;
  let api: { is: string; running: RunningApi } | undefined;
  let functions: { is: string; running: RunningFunctions } | undefined;
  const keyOf = (type: string) => supabase.apiKeys.find((key) => key.type === type)?.api_key ?? '';

  const ensureApi = oneAtATime(async () => {
    const { site_url, smtp_pass, smtp_admin_email } = supabase.auth;
    const is = JSON.stringify([keyOf('secret'), keyOf('publishable'), site_url, smtp_pass, smtp_admin_email]);
    if (api?.is === is) return;
    await api?.running.stop();
    const running = await startApi({
      port: at.api,
      databaseUrl: world.db.url,
      jwtSecret,
      anonKey: keyOf('publishable'),
      serviceRoleKey: keyOf('secret'),
      siteUrl: String(site_url),
      storageDir: path.join(dir, 'storage'),
      functionsUrl: `http://127.0.0.1:${at.functions}`,
      mail: resendMail(at.mail, String(smtp_pass)),
      mailFrom: String(smtp_admin_email),
    });
    api = { is, running };
  });

  const ensureFunctions = oneAtATime(async () => {
    const is = JSON.stringify([deployed, ...supabase.secrets]);
    if (functions?.is === is) return;
    await functions?.running.stop();
    const secrets = Object.fromEntries(supabase.secrets);
    const hook = secrets['DEPLOY_HOOK_URL'];
    const running = await startFunctions({
      port: at.functions,
      cacheDir: path.join(dir, 'deno'),
      bundlesDir,
      log: (line) => console.log(`[functions] ${line}`),
      env: {
        ...secrets,
        ...at.environment,
        ...(hook && { DEPLOY_HOOK_URL: `${at.doubles}/_to/${hook.replace('https://', '')}` }),
        SUPABASE_URL: `http://127.0.0.1:${at.api}`,
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: keyOf('secret') }),
        SUPABASE_SERVICE_ROLE_KEY: keyOf('secret'),
      },
    });
    functions = { is, running };
  });

  const app = new Hono();
  app.all('*', async (c) => {
    if (!keyOf('publishable')) return c.json({ message: 'No API key found in request' }, 401);
    await ensureApi();
    const { pathname, search } = new URL(c.req.url);
    const name = /^\/functions\/v1\/([^/]+)/.exec(pathname)?.[1];
    if (name !== undefined) {
      const found = supabase.functions.get(name);
      if (!found) return c.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404);
      if (
        found.verify_jwt &&
        c.req.method !== 'OPTIONS' &&
        !c.req.header('authorization')?.startsWith('Bearer ey')
      )
        return c.json({ code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' }, 401);
      await ensureFunctions();
    }
    return proxy(`http://127.0.0.1:${at.api}${pathname}${search}`, {
      method: c.req.method,
      headers: c.req.raw.headers,
      body: c.req.raw.body,
      redirect: 'manual',
    });
  });
  return {
    app,
    keep(slug, code) {
      const folder = path.join(bundlesDir, slug);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'index.js'), code);
      deployed++;
    },
    async stop() {
      await api?.running.stop();
      await functions?.running.stop();
    },
  };
}

/** Runs one call after the other, because each may restart a process. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.catch(() => undefined).then(work));
}
