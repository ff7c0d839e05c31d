// Runs on a new Postgres cluster with its own defaults, so that writes are durable as in production.
import { availableParallelism } from 'node:os';
import { benchCancellation } from './cancellation.ts';
import { startCluster } from './cluster.ts';
import { benchConfirmations } from './confirmations.ts';
import { type Figure, isMissed, print } from './figures.ts';
import { benchHolds } from './holds.ts';
import { benchReads, loadPast } from './reads.ts';

const FEW = 2_000;

export interface DatabaseOptions {
  past: number;
}

export async function benchDatabase({ past }: DatabaseOptions): Promise<Figure[]> {
  const cluster = await startCluster();
  try {
    console.log(`Database: Postgres with fsync on ${availableParallelism()} cores`);
    for (const database of ['few', 'many']) await cluster.copy(database);
    await loadPast(cluster, 'few', FEW);
    await loadPast(cluster, 'many', past);
    const reads = await benchReads(cluster, 'few', 'many');
    const holds = await benchHolds(cluster, 'many');
    const figures = [
      ...reads,
      ...holds,
      ...(await benchConfirmations(cluster, 'many')),
      ...(await benchCancellation(cluster, 'many')),
    ];
    console.log();
    print(figures);
    return figures.filter(isMissed);
  } finally {
    await cluster.stop();
  }
}
