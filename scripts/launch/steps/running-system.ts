/**
 * Checks what only a running system shows, namely whether pages, checkout, mails and policies agree with what was
 * published.
 */
import * as v from 'valibot';
import { knownPolicies, policiesQuery } from '../policies.ts';
import { listNames, ok, type Step, wrong } from '../step.ts';
import { readRows, runSql } from '../supabase.ts';
import { pagePrices } from './page-prices.ts';

const keys = ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'] as const;

const policies: Step = {
  id: 'policies',
  topic: 'Supabase',
  what: 'Check that each policy says what supabase/schemas says.',
  keys,
  link: 'https://supabase.com/dashboard/project/_/auth/policies',
  async check(context) {
    const rows = await readRows(context, v.object({ name: v.string(), hash: v.string() }), policiesQuery);
    const there = new Map(rows.map(({ name, hash }) => [name, hash]));
    const known = new Map(Object.entries(knownPolicies()));
    const faults = [
      ...[...known].flatMap(([name, hash]) =>
        there.get(name) === hash ? [] : [`${name} (${there.has(name) ? 'changed' : 'missing'})`],
      ),
      ...[...there.keys()].filter((name) => !known.has(name)).map((name) => `${name} (not ours)`),
    ];
    return faults.length > 0
      ? wrong(
          `Policies differ from supabase/schemas: ${listNames(faults)}.`,
          'Strangers may read what belongs to families, or parents no longer see what is theirs.',
          'They were changed by hand: restore what supabase/schemas says, or write a migration.',
        )
      : ok(`${known.size} policies say what supabase/schemas says.`);
  },
};

const Checks = v.array(v.looseObject({ name: v.string(), state: v.string() }));
const MailReports = v.object({ state: v.string(), missed: v.number(), last_at: v.nullable(v.string()) });

const mailReports: Step = {
  id: 'mail-reports',
  topic: 'Resend',
  what: 'Check that Resend’s reports arrive.',
  keys,
  link: 'https://resend.com/webhooks',
  async check(context) {
    // The read-only role is not allowed to call our functions.
    const [row] = v.parse(
      v.array(v.object({ checks: Checks })),
      await runSql(context, 'select private.webhook_checks() as checks'),
    );
    const { state, missed, last_at } = v.parse(
      MailReports,
      row?.checks.find(({ name }) => name === 'mail_reports'),
    );
    if (state === 'unknown')
      return ok('No e-mail was sent within seven days, so there is nothing to report.');
    return state === 'ok'
      ? ok(`Resend’s last report came at ${last_at ?? ''}.`)
      : wrong(
          `${missed} e-mails were sent since the last report (${last_at ?? 'none'}).`,
          'Nobody notices when an e-mail bounces, and the parent waits for it.',
          'If it gets 401, run npm run setup -- --only mail-webhook,function-secrets. Otherwise read the log of resend-webhook.',
        );
  },
};

const FEWEST_ERRORS = 20;
const TIMES_USUAL = 5;

const errors: Step = {
  id: 'error-rate',
  topic: 'host',
  what: 'Check that pages do not fail more often than usual.',
  keys,
  async check(context) {
    const [row] = await readRows(
      context,
      v.object({ day: v.number(), usual: v.number(), blank: v.number() }),
      `select count(*) filter (where created_at > clock_timestamp() - interval '1 day')::int as day,
         (count(*) filter (where created_at <= clock_timestamp() - interval '1 day') / 7.0)::float8 as usual,
         count(*) filter (where has_blank_screen and created_at > clock_timestamp() - interval '1 day')::int as blank
       from public.error_reports where created_at > clock_timestamp() - interval '8 days'`,
    );
    const { day, usual, blank } = row ?? { day: 0, usual: 0, blank: 0 };
    const numbers = `${day} errors within a day (usually ${usual.toFixed(1)}), ${blank} of them empty pages`;
    return day >= FEWEST_ERRORS && day > TIMES_USUAL * usual
      ? wrong(`${numbers}.`, 'Pages fail while parents use them.', 'Open /management/system, “Errors”.')
      : ok(`${numbers}.`);
  },
};

export const runningSteps = [policies, pagePrices, mailReports, errors];
