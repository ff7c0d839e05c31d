import { fork } from 'node:child_process';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { migrate } from '#local/database/migrate.ts';
import { createHostedRole, giveHostedRights } from './hosted/rights.ts';
import { templateName } from './template.ts';
import postgres from 'postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of this run's Postgres, as superuser. */
    databaseUrl: string;
  }
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

/** One server for the whole run. It is global, because each project may load its own copy of this module. */
const shared = globalThis as { testDatabase?: { server: Promise<Server>; users: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = (shared.testDatabase ??= { server: start(), users: 0 });
  database.users++;
  const server = await database.server;
  project.provide('databaseUrl', server.url);
  return async () => {
    if (--database.users > 0) return;
    delete shared.testDatabase;
    await server.stop();
  };
}

async function start(): Promise<Server> {
  const child = fork(path.join(import.meta.dirname, 'postgres-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { url: string }) => resolve(message.url));
    void exited.then(() => reject(new Error('The test database did not start; see above.')));
  });
  try {
    await prepareTemplate(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/**
 * Prepares the database that every test clones: as after a new start of the stack, without demo data. The migrations
 * run with the rights of a hosted project, so everything that a test calls works without a superuser.
 */
async function prepareTemplate(adminUrl: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await admin`create database ${admin(templateName)}`;
  } finally {
    await admin.end({ timeout: 1 });
  }
  const url = new URL(adminUrl);
  url.pathname = `/${templateName}`;
  await bootstrapDatabase(url.href);
  await createHostedRole(url.href);
  await migrate({ url: await giveHostedRights(url.href) });
}
