import { mkdtemp, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startApi } from '#local/api/start.ts';
import { type FunctionsOptions, startFunctions } from '#local/functions/start.ts';
import { startLake } from '#local/lake/server.ts';
import { startMail } from '#local/mail/start.ts';
import { startPayments } from '#local/payments/start.ts';
import type { Env } from '#server/env.ts';
import { createDatabase } from './database.ts';
import { testEnv } from './functions-env.ts';

export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The local stack with the edge functions in Deno, as it runs on a developer's machine, with its own ports. */
export type FunctionsStack = Awaited<ReturnType<typeof startFunctionsStack>>;

export async function startFunctionsStack(values: Partial<Env> = {}, bundlesDir?: string) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'functions-'));
  /** Lines that Deno logged. */
  const logLines: string[] = [];
  const stops: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const stopAtEnd = <T extends { stop(): Promise<unknown> }>(part: T): T => {
    stops.unshift(() => part.stop());
    return part;
  };
  const database = await createDatabase();
  stops.unshift(() => database.drop());
  const port = await freePort();
  const functionsUrl = `http://127.0.0.1:${port}`;
  const secrets = testEnv(values);
  const keys = { anonKey: 'sb_publishable_test', serviceRoleKey: secrets.SUPABASE_SERVICE_ROLE_KEY };

  const mail = stopAtEnd(
    await startMail({
      port: 0,
      dir: path.join(dir, 'mail'),
      apiKey: secrets.RESEND_API_KEY,
      webhook: {
        url: `${functionsUrl}/functions/v1/resend-webhook`,
        secret: secrets.RESEND_WEBHOOK_SECRET ?? '',
        firstRetryMs: 50,
      },
    }),
  );
  const payments = stopAtEnd(
    await startPayments({
      port: 0,
      secretKey: secrets.STRIPE_SECRET_KEY,
      webhook: { url: `${functionsUrl}/functions/v1/stripe-webhook`, secret: secrets.STRIPE_WEBHOOK_SECRET },
      retryMs: [50],
    }),
  );
  const lake = stopAtEnd(
    await startLake({
      port: 0,
      dir: path.join(dir, 'lake'),
      projectId: secrets.SANITY_PROJECT_ID,
      dataset: secrets.SANITY_DATASET,
      writeToken: 'write',
      webhook: {
        url: `${functionsUrl}/functions/v1/sanity-webhook`,
        secret: secrets.SANITY_WEBHOOK_SECRET,
        firstRetryMs: 50,
      },
    }),
  );
  const api = stopAtEnd(
    await startApi({
      port: 0,
      databaseUrl: database.url,
      jwtSecret: 'j'.repeat(40),
      ...keys,
      siteUrl: secrets.SITE_URL,
      functionsUrl,
      mail: { send: () => Promise.resolve() },
      mailFrom: secrets.MAIL_FROM,
      poolSize: 5,
    }),
  );
  const env: Env = {
    ...secrets,
    SUPABASE_URL: api.url,
    STRIPE_API_URL: payments.url,
    RESEND_BASE_URL: mail.url,
    SANITY_API_HOST: lake.url,
  };
  const options: FunctionsOptions = {
    port,
    env: env as Record<string, string>,
    cacheDir: path.join(dir, 'deno'),
    ...(bundlesDir !== undefined && { bundlesDir }),
    log: (line) => logLines.push(line),
  };
  let functions = await startFunctions(options);
  stops.unshift(() => functions.stop());

  return {
    database,
    payments,
    mail,
    lake,
    api,
    env,
    dir,
    logLines,
    functions: () => functions,
    restart: async () => void (functions = await startFunctions(options)),
    async stop() {
      for (const stop of stops) await stop();
    },
  };
}
