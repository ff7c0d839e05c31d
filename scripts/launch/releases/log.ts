import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Context } from '../context.ts';
import { literal, readRows, runSql } from '../supabase.ts';

/**
 * The table of deployments. It is beside the list of applied migrations, which does not belong to a version of the
 * schema either.
 */
const TABLE = 'supabase_migrations.deployments';
/** A run that has not reported for this long is no longer working. */
const STALE = '15 minutes';

const Entry = v.object({
  id: v.string(),
  kind: v.picklist(['deploy', 'rollback']),
  version: v.string(),
  commit: v.string(),
  stage: v.string(),
  /** The migrations that the database had when the run ended. */
  migrations: v.array(v.string()),
  /** The deployment at the host of the site. */
  site_id: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  is_done: v.boolean(),
  is_running: v.boolean(),
  /** Seconds since the run began. */
  age: v.number(),
});
export type Entry = v.InferOutput<typeof Entry>;

const create = `create schema if not exists supabase_migrations; create table if not exists ${TABLE} (
  id uuid primary key, kind text not null, version text not null, commit text not null, stage text not null,
  migrations text[] not null default '{}', site_id text, failure text,
  began_at timestamptz not null default clock_timestamp(), alive_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz);`;

/** Returns the log of deployments, the newest first. */
export async function readLog(context: Context): Promise<Entry[]> {
  const [there] = await readRows(
    context,
    v.object({ there: v.boolean() }),
    `select to_regclass('${TABLE}') is not null as there`,
  );
  if (!there?.there) return [];
  return readRows(
    context,
    Entry,
    `select id, kind, version, commit, stage, to_json(migrations) as migrations, site_id, failure,
       ended_at is not null and failure is null as is_done,
       ended_at is null and alive_at > clock_timestamp() - interval '${STALE}' as is_running,
       extract(epoch from clock_timestamp() - began_at)::int as age
     from ${TABLE} order by began_at desc, id limit 50`,
  );
}

/** How often a run reports that it is still working. */
const BEAT_MS = 60_000;
const OVERTAKEN = 'Somebody else has taken over.';

/** Whether a call may change something. Queries of `readRows` are posted, and change nothing. */
const mayWrite = (init: RequestInit | undefined) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(init?.method ?? 'GET') &&
  !(typeof init?.body === 'string' && init.body.endsWith('"read_only":true}'));

export interface Run {
  at: (stage: string) => Promise<void>;
  /**
   * Does the work of a stage, and reports regularly that the run is working, even while one call takes long. Before
   * each call that changes something it checks that no other run has taken over. If one has, it changes nothing more.
   */
  during: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
  end: (siteId: string | null) => Promise<void>;
  fail: (why: string) => Promise<void>;
}

/** Begins a run unless another one is working, because two at once would leave a mixture that nobody has tested. */
export async function beginRun(
  context: Context,
  {
    kind,
    version,
    commit,
    takeOver,
    beatMs = BEAT_MS,
  }: Pick<Entry, 'kind' | 'version' | 'commit'> & { takeOver: boolean; beatMs?: number | undefined },
): Promise<Run> {
  const id = randomUUID();
  await runSql(context, create);
  await runSql(
    context,
    `lock table ${TABLE} in share row exclusive mode;
     update ${TABLE} set ended_at = clock_timestamp(), failure = 'Somebody else took over.'
     where ended_at is null ${takeOver ? '' : `and alive_at <= clock_timestamp() - interval '${STALE}'`};
     insert into ${TABLE} (id, kind, version, commit, stage)
     select ${literal(id)}, ${literal(kind)}, ${literal(version)}, ${literal(commit)}, 'begun'
     where not exists (
       select from ${TABLE} where ended_at is null and alive_at > clock_timestamp() - interval '${STALE}')`,
  );
  const log = await readLog(context);
  const running = log.find((entry) => entry.is_running);
  if (running?.id !== id)
    throw new Error(
      running
        ? `A ${running.kind} of ${running.version} began ${Math.ceil(running.age / 60)} minutes ago (${running.stage}). ` +
            'Wait until it has ended. If you know that it was interrupted, add --take-over.'
        : 'It could not begin.',
    );
  const set = (what: string) =>
    runSql(
      context,
      `update ${TABLE} set alive_at = clock_timestamp(), ${what} where id = ${literal(id)} and ended_at is null returning id`,
    );
  let heardAt = context.now().getTime();
  let lost = false;
  const say = async (what: string) => {
    lost ||= v.parse(v.array(v.unknown()), await set(what)).length === 0;
    if (lost) throw new Error(OVERTAKEN);
    heardAt = context.now().getTime();
  };
  const stillOurs: Context = {
    ...context,
    fetch: async (input, init) => {
      if (lost) throw new Error(OVERTAKEN);
      if (mayWrite(init) || context.now().getTime() - heardAt > 2 * beatMs) await say('stage = stage');
      return context.fetch(input, init);
    },
  };
  return {
    at: (stage) => say(`stage = ${literal(stage)}`),
    during: async (work) => {
      // A failed report is repeated. If it learns that another run has taken over, the next call reads that in `lost`.
      const beat = setInterval(() => void say('stage = stage').catch(() => undefined), beatMs);
      try {
        return await work(stillOurs);
      } finally {
        clearInterval(beat);
      }
    },
    // A run that another run has taken over has not ended as it says, so it fails here too.
    end: (siteId) =>
      say(
        `stage = 'done', ended_at = clock_timestamp(), site_id = ${siteId === null ? 'null' : literal(siteId)},
         migrations = (select coalesce(array_agg(version order by version), '{}') from supabase_migrations.schema_migrations)`,
      ),
    fail: async (why) =>
      void (await set(`ended_at = clock_timestamp(), failure = ${literal(why.slice(0, 500))}`)),
  };
}
