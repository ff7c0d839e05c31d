// All simulated parents call from one address, and nobody pays. So a rehearsal raises the limits of an address and of
// unpaid spots while it runs, and lets nobody queue.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Target } from './target.ts';

const endpoints = ['hold_order', 'join_waitlist', 'create_checkout', 'other'] as const;
const columns = [
  'holds_per_address_max',
  'holds_per_place_max',
  'holds_per_network_place_max',
  'stranger_holds_percent',
  'queue_above_per_minute',
] as const;

const Limits = v.object({
  rules: v.array(v.object({ endpoint: v.picklist(endpoints), most: v.pipe(v.number(), v.integer()) })),
  settings: v.object(v.entriesFromList(columns, v.pipe(v.number(), v.integer()))),
});
export type Limits = v.InferOutput<typeof Limits>;

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

export async function readLimits({ sql }: Target): Promise<Limits> {
  const rules = await sql(
    `select endpoint, most from public.rate_rules where endpoint in (${quoted(endpoints)}) order by endpoint`,
  );
  const [settings] = await sql(`select ${columns.join(', ')} from public.settings`);
  return v.parse(Limits, { rules, settings });
}

const writeLimits = ({ sql }: Target, { rules, settings }: Limits): Promise<unknown> =>
  sql(
    [
      ...rules.map(
        ({ endpoint, most }) => `update public.rate_rules set most = ${most} where endpoint = '${endpoint}'`,
      ),
      `update public.settings set ${columns.map((column) => `${column} = ${settings[column]}`).join(', ')}`,
    ].join(';\n'),
  );

/** Every parent tries again often while others hold the spots, so each gets a hundred calls. */
const raised = ({ rules }: Limits, parents: number): Limits => ({
  rules: rules.map(({ endpoint, most }) => ({ endpoint, most: most + 100 * parents })),
  settings: {
    holds_per_address_max: 10 * parents,
    holds_per_place_max: 10 * parents,
    holds_per_network_place_max: 10 * parents,
    stranger_holds_percent: 100,
    // Without a queue, the rehearsal shows how many families can be served.
    queue_above_per_minute: 100_000,
  },
});

/**
 * Raises the limits while `work` runs, and restores them afterwards. Until then the old limits are in `file`, so that
 * after an interrupted rehearsal the next one, or `--restore`, can restore them.
 */
export async function withRaisedLimits<T>(
  target: Target,
  { parents, file }: { parents: number; file: string },
  work: () => Promise<T>,
): Promise<T> {
  await restoreLimits(target, file);
  const usual = await readLimits(target);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(usual));
  try {
    await writeLimits(target, raised(usual, parents));
    return await work();
  } finally {
    await restoreLimits(target, file);
  }
}

/** Returns false if no rehearsal was interrupted. */
export async function restoreLimits(target: Target, file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  await writeLimits(target, v.parse(Limits, JSON.parse(readFileSync(file, 'utf8'))));
  rmSync(file);
  return true;
}
