import * as v from 'valibot';
import { template } from '../config.ts';
import { type Context, functionUrl, requireKey, ownSecret, projectUrl } from '../context.ts';
import { call } from '../http.ts';
import { listNames, missing, ok, type Step, unknown, wrong } from '../step.ts';
import { functionSecrets, isDigestOf, literal, ofProject, readRows, runSql } from '../supabase.ts';

const keys = ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'] as const;
const harm = 'Held spots are never released, no e-mail is sent, and lost payments are not found.';

const jobs: Record<string, { schedule: string; path?: string }> = {
  chores: { schedule: '* * * * *', path: '/functions/v1/error-monitor/maintenance' },
  mails: { schedule: '20 seconds', path: '/functions/v1/drain-outbox' },
  timer_log: { schedule: '30 19 * * *' },
};

const Job = v.object({ jobname: v.string(), schedule: v.string(), active: v.boolean(), command: v.string() });

async function hasRelations(context: Context): Promise<boolean> {
  const [row] = await readRows(
    context,
    v.object({ there: v.boolean() }),
    `select to_regclass('cron.job') is not null and to_regclass('vault.secrets') is not null
       and to_regnamespace('net') is not null as there`,
  );
  return row?.there === true;
}

/**
 * Returns the digests of the vault's secret in both forms. They are read as the role postgres,
 * because the read-only role is not allowed to open the vault.
 */
async function vaultDigests(context: Context): Promise<string[] | null> {
  const ref = literal(requireKey(context, 'SUPABASE_PROJECT_REF'));
  const rows = v.parse(
    v.array(v.object({ plain: v.string(), keyed: v.string() })),
    await ofProject(context, '/database/query', {
      method: 'POST',
      json: {
        query: `select encode(sha256(convert_to(decrypted_secret, 'UTF8')), 'hex') as plain,
            encode(extensions.hmac(decrypted_secret, ${ref}, 'sha256'), 'hex') as keyed
          from vault.decrypted_secrets where name = 'maintenance_secret'`,
      },
    }),
  );
  return rows[0] ? [rows[0].plain, rows[0].keyed] : null;
}

const timer: Step = {
  id: 'timer',
  topic: 'Supabase',
  what: 'Use pg_cron to run the scheduled jobs every minute and send e-mails every 20 seconds, with the secret in the vault.',
  keys,
  async check(context) {
    if (!(await hasRelations(context)))
      return missing('pg_cron, pg_net or the vault is not switched on.', harm);
    const digests = await vaultDigests(context);
    if (!digests) return missing('The vault has no maintenance_secret.', harm);
    const rows = await readRows(context, Job, 'select jobname, schedule, active, command from cron.job');
    for (const [name, { schedule, path }] of Object.entries(jobs)) {
      const job = rows.find(({ jobname }) => jobname === name);
      if (!job) return missing(`There is no scheduled job “${name}”.`, harm);
      if (!job.active || job.schedule !== schedule)
        return wrong(
          `The job “${name}” is ${job.active ? `planned as ${job.schedule}` : 'switched off'}.`,
          harm,
        );
      if (path && !job.command.includes(`'${projectUrl(context)}${path}'`))
        return wrong(`The job “${name}” calls an address other than ${projectUrl(context)}${path}.`, harm);
    }
    const ours = context.keys.get('MAINTENANCE_SECRET');
    const functionsHave = (await functionSecrets(context)).get('MAINTENANCE_SECRET');
    const same = ours
      ? digests.some((digest) => isDigestOf(context, digest, ours))
      : functionsHave !== undefined && digests.includes(functionsHave);
    return same
      ? ok('All jobs are planned, with the functions’ secret.')
      : wrong(
          'The vault’s MAINTENANCE_SECRET differs from that of the functions, so they refuse the jobs’ calls.',
          harm,
        );
  },
  do: async (context) => void (await runSql(context, cronSql(context))),
};

function cronSql(context: Context): string {
  return template('cron.sql')
    .replaceAll('[MAINTENANCE_SECRET]', () => ownSecret(context, 'MAINTENANCE_SECRET'))
    .replaceAll('[SUPABASE_URL]', () => projectUrl(context));
}

const Chore = v.object({ name: v.string(), seconds: v.number(), limit: v.number(), failures: v.number() });

const chores: Step = {
  id: 'chores',
  topic: 'Supabase',
  what: 'Check that each scheduled job has run on time.',
  keys: [...keys, 'MAINTENANCE_SECRET'],
  async check(context) {
    const rows = await readRows(
      context,
      Chore,
      `select c.name, floor(extract(epoch from clock_timestamp() - coalesce(c.done_at, c.created_at)))::int as seconds,
         s.alert_chore_seconds as "limit", c.failures
       from public.chores c, public.settings s order by c.name`,
    );
    if (rows.length === 0) return missing('No scheduled job has ever run.', harm);
    const late = rows.filter(({ seconds, limit }) => seconds > limit);
    if (late.length > 0)
      return wrong(
        `Late: ${listNames(late.map(({ name, seconds }) => `${name} (${Math.floor(seconds / 60)} minutes)`))}.`,
        harm,
        'Look at /management/system, and at the log of error-monitor.',
      );
    const failing = rows.filter(({ failures }) => failures > 0);
    return failing.length > 0
      ? wrong(
          `Failed at the last run: ${listNames(failing.map(({ name }) => name))}.`,
          'What these jobs do is late.',
          'Read the log of error-monitor.',
        )
      : ok(`${rows.length} scheduled jobs ran on time.`);
  },
  async do(context) {
    await call(context, functionUrl(context, 'error-monitor/maintenance'), {
      method: 'POST',
      headers: { authorization: `Bearer ${requireKey(context, 'MAINTENANCE_SECRET')}` },
    });
  },
};

const timerAnswers: Step = {
  id: 'timer-answers',
  topic: 'Supabase',
  what: 'Check that the functions answer the timer’s calls.',
  keys,
  async check(context) {
    if (!(await hasRelations(context))) return missing('pg_net is not switched on.', harm);
    const rows = await readRows(
      context,
      v.object({ status: v.nullable(v.number()), calls: v.number() }),
      `select status_code as status, count(*)::int as calls from net._http_response
       where created > clock_timestamp() - interval '1 hour' group by status_code`,
    );
    const bad = rows.filter(({ status }) => status === null || status >= 300);
    const good = rows.filter((row) => !bad.includes(row)).reduce((sum, { calls }) => sum + calls, 0);
    const words = bad.map(({ status, calls }) => `${calls} × ${status ?? 'no answer'}`).join(', ');
    if (bad.length > 0 && good === 0)
      return wrong(
        `None of the timer’s calls in the last hour was answered successfully: ${words}.`,
        harm,
        'If it is 401, run npm run setup -- --only function-secrets,timer. Otherwise read the log of error-monitor.',
      );
    if (rows.length === 0)
      return unknown(
        'The timer has not called within the last hour.',
        harm,
        'Wait two minutes, then run doctor again.',
      );
    return ok(`The timer’s calls are answered${words ? ` (but ${words})` : ''}.`);
  },
};

const alerts: Step = {
  id: 'alerts',
  topic: 'staff',
  what: 'Check that no alert is open.',
  keys,
  async check(context) {
    const rows = await readRows(
      context,
      v.object({ kind: v.string() }),
      'select kind from public.alerts where ended_at is null order by kind',
    );
    return rows.length > 0
      ? wrong(
          `Open alerts: ${rows.map(({ kind }) => kind).join(', ')}.`,
          'Something that parents need is late or fails.',
          'Open /management/system.',
        )
      : ok('No alert is open.');
  },
};

export const timerSteps = [timer, chores, timerAnswers, alerts];
