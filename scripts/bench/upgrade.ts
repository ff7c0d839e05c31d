// Runs tests/local/upgrade.test.ts with any number of orders, and times it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../sources.ts';

/** Returns whether everybody sees the same after the upgrade as before. */
export function benchUpgrade(orders: number): boolean {
  console.log(`An upgrade with ${orders.toLocaleString('en')} orders`);
  const began = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'local',
      'tests/local/upgrade.test.ts',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, UPGRADE_ORDERS: String(orders) } },
  );
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s in all`);
  return status === 0;
}
