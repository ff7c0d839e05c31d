import * as v from 'valibot';
import { formatMoney } from '#contract/format.ts';
import { type Context, requireKey } from '../context.ts';
import { type Finding, ok, unknown, wrong } from '../step.ts';
import { databaseSteps } from '../steps/database.ts';
import { stripeOf } from '../stripe-endpoint.ts';
import { literal, management, ofProject, readRows, runSql } from '../supabase.ts';

const PAUSE_MS = 15_000;
const MAX_PAUSES = 240;

const Backups = v.object({
  pitr_enabled: v.boolean(),
  backups: v.array(v.object({ inserted_at: v.string(), status: v.string() })),
  physical_backup_data: v.optional(
    v.object({
      earliest_physical_backup_date_unix: v.optional(v.number()),
      latest_physical_backup_date_unix: v.optional(v.number()),
    }),
  ),
});

/** Restores the database to a moment with Supabase's point-in-time recovery, and waits until it runs again. */
export async function restoreTo(
  context: Context,
  moment: Date,
  confirmed: string | undefined,
): Promise<void> {
  const ref = requireKey(context, 'SUPABASE_PROJECT_REF');
  if (Number.isNaN(moment.getTime()) || moment > context.now())
    throw new Error('Give a moment in the past with its time zone, such as --to 2026-11-30T10:00:00+08:00.');
  const { pitr_enabled, backups, physical_backup_data } = v.parse(
    Backups,
    await ofProject(context, '/database/backups'),
  );
  if (!pitr_enabled) {
    const times = backups
      .filter(({ status }) => status === 'COMPLETED')
      .map(({ inserted_at }) => inserted_at);
    throw new Error(
      'This project has no point-in-time recovery. Daily backups are restored at ' +
        `https://supabase.com/dashboard/project/${ref}/database/backups/scheduled (${times.join(', ') || 'there is none'}). ` +
        'Then run npm run restore with --judge and --since.',
    );
  }
  const seconds = Math.floor(moment.getTime() / 1000);
  const {
    earliest_physical_backup_date_unix: earliest = 0,
    latest_physical_backup_date_unix: latest = Infinity,
  } = physical_backup_data ?? {};
  if (seconds < earliest || seconds > latest)
    throw new Error('There is no backup of this moment. Choose one that the dashboard shows.');
  if (confirmed !== ref)
    throw new Error(
      `Everything after ${moment.toISOString()} will be lost: bookings, payments, attendance. Nobody can book or sign in ` +
        `until it ends. Nothing has been changed. To go ahead, add --confirm ${ref}.`,
    );
  await ofProject(context, '/database/backups/restore-pitr', {
    method: 'POST',
    json: { recovery_time_target_unix: seconds },
  });
  context.tell('Restoring; this can take an hour.');
  await untilRunning(context, ref);
}

const Projects = v.array(v.object({ ref: v.string(), status: v.string() }));

async function untilRunning(context: Context, ref: string): Promise<void> {
  let hasStopped = false;
  for (let pauses = 0; pauses < MAX_PAUSES; pauses++) {
    await context.pause(PAUSE_MS);
    const projects = v.parse(Projects, await management(context, '/projects'));
    const status = projects.find((project) => project.ref === ref)?.status;
    if (status === 'RESTORE_FAILED')
      throw new Error('Supabase could not restore it. Please contact its support.');
    if (status !== 'ACTIVE_HEALTHY') hasStopped = true;
    // Right after the call, the project may still be shown as running.
    else if (hasStopped || pauses > 20) return;
  }
  throw new Error('The project is still not running after an hour. Check its dashboard.');
}

const Piece = v.object({ until: v.string(), found: v.record(v.string(), v.number()) });
const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Counts the discrepancies of the books by rule, in several calls that each end within the time limit. */
export async function judgeBooks(query: (sql: string) => Promise<unknown>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let after = FIRST; after < LAST;) {
    const [piece] = v.parse(
      v.array(Piece),
      await query(`select private.reconcile_until(${literal(after)}) as until, (
        select coalesce(json_object_agg(rule, n), '{}') from (
          select rule, count(*) as n from private.discrepancies(null, ${literal(after)}, private.reconcile_until(${literal(after)}))
          group by 1) r) as found`),
    );
    if (!piece || piece.until <= after) throw new Error('The books could not be read completely.');
    for (const [rule, n] of Object.entries(piece.found)) found.set(rule, (found.get(rule) ?? 0) + n);
    after = piece.until;
  }
  return found;
}

const books = async (context: Context): Promise<Finding> => {
  const found = await judgeBooks((sql) => runSql(context, sql));
  if (found.size === 0) return ok('The books are in order.');
  const list = [...found].map(([rule, n]) => `${rule} (${n})`).join(', ');
  return wrong(
    `The books have discrepancies: ${list}.`,
    'Somebody has paid but has no spot, or has a spot but has not paid.',
    'Open /management/system and resolve each one.',
  );
};

/** A payment is begun at most this long before it is taken, for example by PayNow. */
const BEGUN_SECONDS = 86_400;

const inSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/**
 * Finds payments that Stripe took after the moment of the restore and that the restored database does not know. Those
 * that were refunded in full harm nobody.
 */
async function unknownPayments(context: Context, since: Date): Promise<Finding> {
  const taken: { id: string; says: string; isRefunded: boolean }[] = [];
  for await (const { id, status, amount, latest_charge: charge } of stripeOf(context).paymentIntents.list({
    created: { gte: inSeconds(since) - BEGUN_SECONDS },
    expand: ['data.latest_charge'],
    limit: 100,
  })) {
    if (status !== 'succeeded') continue;
    const isRefunded = typeof charge === 'object' && charge?.refunded === true;
    taken.push({ id, says: `${id} (${formatMoney(amount)})`, isRefunded });
  }
  if (taken.length === 0) return ok('Stripe took no payment since then.');
  const known = await readRows(
    context,
    v.object({ id: v.string() }),
    `select payment_intent as id from public.payments where payment_intent in (${taken.map(({ id }) => literal(id)).join(', ')})`,
  );
  const missing = taken.filter(({ id }) => !known.some((one) => one.id === id));
  const unpaid = missing.filter(({ isRefunded }) => !isRefunded);
  const returned = missing.length - unpaid.length;
  const refunded =
    returned > 0 ? ` ${returned} more ${returned === 1 ? 'was' : 'were'} refunded in full.` : '';
  return unpaid.length > 0
    ? wrong(
        `Stripe took ${unpaid.length} payments that are not in the database: ${unpaid.map(({ says }) => says).join(', ')}.${refunded}`,
        'A parent has paid but has no spot.',
        'Wait five minutes and judge again: payments of orders that the backup has are found by themselves. Then call each parent (Stripe has the address): book the spot again at the desk, or refund the payment in Stripe.',
      )
    : ok(
        `Of ${taken.length} payments that Stripe took since then, ${taken.length - missing.length} are in the books.${refunded}`,
      );
}

/** Finds refunds that Stripe made after the moment, of payments that the restored database knows. */
async function unknownRefunds(context: Context, since: Date): Promise<Finding> {
  const made: { id: string; intent: string; says: string }[] = [];
  for await (const { id, status, amount, payment_intent: intent } of stripeOf(context).refunds.list({
    created: { gte: inSeconds(since) },
    limit: 100,
  }))
    if (status !== 'failed' && status !== 'canceled' && intent !== null)
      made.push({
        id,
        intent: typeof intent === 'string' ? intent : intent.id,
        says: `${id} (${formatMoney(amount)})`,
      });
  if (made.length === 0) return ok('Stripe made no refund since then.');
  const unknownOnes = await readRows(
    context,
    v.object({ id: v.string() }),
    `select m.id from (values ${made.map(({ id, intent }) => `(${literal(id)}, ${literal(intent)})`).join(', ')}) m (id, intent)
     where exists (select from public.payments p where p.payment_intent = m.intent)
       and not exists (select from public.refunds r where r.provider_refund_id = m.id)`,
  );
  const missing = made.filter(({ id }) => unknownOnes.some((one) => one.id === id));
  return missing.length > 0
    ? wrong(
        `Stripe made ${missing.length} refunds that are not in the database: ${missing.map(({ says }) => says).join(', ')}.`,
        'A family still has a spot for which it got its money back, or is refunded twice.',
        'In Stripe, open the events of each refund and press “Resend”: staff then decide what becomes of the booking.',
      )
    : ok(
        `Each of ${made.length} refunds that Stripe made since then is in the books, or its payment is not.`,
      );
}

/**
 * Checks a restored database. If something could not be checked, its state is unknown, which does not count as right.
 */
export async function judge(context: Context, since: Date | null): Promise<Finding[]> {
  const checks: (() => Promise<Finding>)[] = [
    async () => {
      const [step] = databaseSteps;
      if (!step) throw new Error('There is no step migrations.');
      const found = await step.check(context);
      return found.state === 'missing'
        ? { ...found, fix: 'That moment is before the last release: run npm run deploy.' }
        : found;
    },
    () => books(context),
    ...(since ? [() => unknownPayments(context, since), () => unknownRefunds(context, since)] : []),
  ];
  const findings: Finding[] = [];
  for (const check of checks)
    findings.push(
      await check().catch((error: unknown) =>
        unknown(context.keys.redact(String(error)), 'Not known until this has been checked.'),
      ),
    );
  return since
    ? findings
    : [
        ...findings,
        unknown(
          'Payments since the moment of the backup were not compared.',
          'A parent may have paid but have no spot.',
          'Add --since with that moment.',
        ),
      ];
}
