import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import postgres from 'postgres';
import { root } from '#local/environment.ts';
import { startTestStack, testPorts } from '../support/stack.ts';
import { test } from '../support/test.ts';

const dir = path.join(root, '.local', 'start-test');
const settings = {
  ...testPorts(11_000),
  LOCAL_DIR: dir,
  MAINTENANCE_SECONDS: '3600',
  TEST_STUDIO: '1',
};

/** Returns processes that still have this run's folder in their command line. */
function listProcesses(): string[] {
  const listed = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  return listed.filter((line) => line.includes(dir) && !line.includes('ps -eo'));
}

async function demoParents(databaseUrl: string): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const rows = await sql`select id::text from auth.users order by id`;
  await sql.end();
  return rows.map((row) => String(row['id']));
}

test('the stack starts from nothing, stops completely, recovers after kill -9, and keeps its data', async () => {
  test.setTimeout(240_000);
  await rm(dir, { recursive: true, force: true });

  const first = await startTestStack(settings);
  const address = (name: string) => first.environment[name] ?? '';
  expect(first.output()).toContain(address('SITE_URL'));
  expect(first.output()).toContain('parent@otter.test');
  for (const name of ['SITE_URL', 'PUBLIC_STUDIO_URL', 'RESEND_BASE_URL'])
    expect((await fetch(address(name))).status, name).toBe(200);
  const people = await demoParents(address('DATABASE_URL'));
  expect(people.length).toBeGreaterThanOrEqual(4);
  await first.stop();
  expect(listProcesses()).toEqual([]);

  const second = await startTestStack(settings);
  second.process.kill('SIGKILL');
  const restarted = await startTestStack(settings);
  expect(await demoParents(address('DATABASE_URL'))).toEqual(people);
  expect((await fetch(address('SITE_URL'))).status).toBe(200);
  await restarted.stop();
  expect(listProcesses()).toEqual([]);
});
