// Measures how long a parent who buys must wait, on the whole local stack, and checks that none of fifty parents is
// charged for nothing.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { readStackEnvironment } from '#local/environment.ts';
import { startStack } from '#local/supervisor.ts';
import { root } from '../sources.ts';
import { type Figure, isMissed, print } from './figures.ts';
import { benchPaymentPage } from './payment-page.ts';
import { benchRush } from './rush.ts';
import { createVisitors } from './visitors.ts';

/** Prints the figures and returns those that missed their target. Throws if a parent was charged for nothing. */
export async function benchSelling(): Promise<Figure[]> {
  const dir = path.join(root, '.local', 'bench-selling');
  await rm(dir, { recursive: true, force: true });
  const env = readStackEnvironment({ ...process.env, LOCAL_DIR: dir, BELIEVED_HEADER: 'x-visitor' });
  console.log('Selling: the local stack');
  const stack = await startStack(env, { say: () => undefined });
  const sql = postgres(stack.environment['DATABASE_URL'] ?? '', { max: 2, onnotice: () => undefined });
  try {
    const visitors = createVisitors(stack.environment, sql);
    const figures = [...(await benchPaymentPage(visitors)), ...(await benchRush(visitors))];
    print(figures);
    return figures.filter(isMissed);
  } finally {
    await sql.end({ timeout: 1 });
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
