// All simulated parents call from one address, and nobody pays. So a rehearsal raises the limits of an address and of
// unpaid spots while it runs. It lets nobody queue, or everybody.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Target } from './target.ts';

const endpoints = [
  'hold_order',
  'join_queue',
  'queue_household',
  'queue_state',
  'join_waitlist',
  'create_checkout',
  'other',
] as const;
const columns = [
  'holds_per_address_max',
  'holds_per_place_max',
  'holds_per_network_place_max',
  'stranger_holds_percent',
  'queue_above_per_minute',
  'queue_admits_per_minute',
] as const;

const Limits = v.object({
  rules: v.array(v.object({ endpoint: v.picklist(endpoints), most: v.pipe(v.number(), v.integer()) })),
  settings: v.object({
    ...v.entriesFromList(columns, v.pipe(v.number(), v.integer())),
    queue_enabled: v.boolean(),
  }),
});
export type Limits = v.InferOutput<typeof Limits>;

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

export async function readLimits({ sql }: Target): Promise<Limits> {
  const rules = await sql(
    `select endpoint, most from public.rate_rules where endpoint in (${quoted(endpoints)}) order by endpoint`,
  );
  const [settings] = await sql(`select queue_enabled, ${columns.join(', ')} from public.settings`);
  return v.parse(Limits, { rules, settings });
}

const writeLimits = ({ sql }: Target, { rules, settings }: Limits): Promise<unknown> =>
  sql(
    [
      ...rules.map(
        ({ endpoint, most }) => `update public.rate_rules set most = ${most} where endpoint = '${endpoint}'`,
      ),
      `update public.settings set ${Object.entries(settings)
        .map(([column, value]) => `${column} = ${value}`)
        .join(', ')}`,
    ].join(';\n'),
  );

/** Every parent tries again often while others hold the spots, so each gets a hundred calls. */
const raised = (
  { rules, settings }: Limits,
  { parents, admitsPerMinute }: { parents: number; admitsPerMinute: number | null },
): Limits => ({
  rules: rules.map(({ endpoint, most }) => ({ endpoint, most: most + 100 * parents })),
  settings: {
    holds_per_address_max: 10 * parents,
    holds_per_place_max: 10 * parents,
    holds_per_network_place_max: 10 * parents,
    stranger_holds_percent: 100,
    // Without a queue, the rehearsal shows how many families can be served. With 0, everybody queues.
    queue_enabled: admitsPerMinute !== null,
    queue_above_per_minute: admitsPerMinute === null ? settings.queue_above_per_minute : 0,
    queue_admits_per_minute: admitsPerMinute ?? settings.queue_admits_per_minute,
  },
});

/**
 * Raises the limits while `work` runs, and restores them afterwards. Until then the old limits are in `file`, so that
 * after an interrupted rehearsal the next one, or `--restore`, can restore them.
 */
export async function withRaisedLimits<T>(
  target: Target,
  { parents, admitsPerMinute, file }: { parents: number; admitsPerMinute: number | null; file: string },
  work: () => Promise<T>,
): Promise<T> {
  await restoreLimits(target, file);
  const usual = await readLimits(target);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(usual));
  try {
    await writeLimits(target, raised(usual, { parents, admitsPerMinute }));
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
