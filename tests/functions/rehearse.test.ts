import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLimits, restoreLimits, withRaisedLimits } from '#scripts/rehearse/limits.ts';
import { findCamp, rehearse } from '#scripts/rehearse/rehearse.ts';
import { localTarget, type Target } from '#scripts/rehearse/target.ts';
import { type FunctionsStack, startFunctionsStack } from '#support/functions-stack.ts';
import { makeCamp, publish, tierOffer } from '#support/sql-camps.ts';

const SPOTS = 4;
const PARENTS = 30;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let stack: FunctionsStack;
let target: Target;
let camp: string;
beforeAll(async () => {
  stack = await startFunctionsStack();
  const environment = { SUPABASE_URL: stack.env.SUPABASE_URL, SUPABASE_ANON_KEY: 'sb_publishable_test' };
  target = localTarget(environment, stack.database.sql);
  await publish(stack.database, tierOffer('spark'));
  camp = await makeCamp(stack.database, { capacity: SPOTS, start: inDays(100) });
});
afterAll(() => stack.stop());

const limitsFile = (name: string) => path.join(stack.dir, `${name}.json`);
const count = async (query: string) => Number((await target.sql(query))[0]?.['count']);

test('thirty parents of one address want four spots: four reach Stripe, the others are told, and all is as before', async () => {
  const usual = await readLimits(target);
  const { camp: found, dob } = await findCamp(target, camp);
  const plan = { parents: PARENTS, withinSeconds: 1, mails: 3, dob, admitsPerMinute: null };
  const { observed, notReleased } = await rehearse(target, { camp: found, plan, file: limitsFile('whole') });

  const got = (what: string) => observed.visits.filter((visit) => visit.got === what);
  expect(observed.visits.flatMap(({ failures }) => failures)).toEqual([]);
  expect([got('spot').length, got('full').length, got('gave_up').length]).toEqual([
    SPOTS,
    PARENTS - SPOTS,
    0,
  ]);
  expect(got('spot').every(({ checkoutMs }) => checkoutMs !== null)).toBe(true);
  expect(observed.heldAtMost).toBeLessThanOrEqual(SPOTS);
  expect(observed.connectionsAtMost).toBeGreaterThan(0);
  expect(await count('select count(*) from public.waitlist_entries')).toBe(3);
  expect(
    await count(
      "select count(*) from public.outbox where recipient not like 'delivered+rehearsal%@resend.dev'",
    ),
  ).toBe(0);

  // Nothing is held any more, and the limits are the usual ones.
  expect(notReleased).toBe(0);
  expect(await count(`select private.camp_seats_taken('${camp}', clock_timestamp()) as count`)).toBe(0);
  expect(await readLimits(target)).toEqual(usual);
});

test('with a queue everybody waits for a turn in order of arrival, and the queue is as before', async () => {
  const usual = await readLimits(target);
  const waited = await makeCamp(stack.database, { capacity: SPOTS, start: inDays(150) });
  const { camp: found, dob } = await findCamp(target, waited);
  const plan = { parents: PARENTS, withinSeconds: 1, mails: 0, dob, admitsPerMinute: 240 };
  const { observed } = await rehearse(target, { camp: found, plan, file: limitsFile('queue') });

  expect(observed.visits.flatMap(({ failures }) => failures)).toEqual([]);
  expect(observed.visits.filter(({ got }) => got === 'spot')).toHaveLength(SPOTS);
  expect(observed.visits.filter(({ queuedMs }) => queuedMs === null)).toEqual([]);
  // Five seconds of the rate are 20 tickets, so some parents waited for the next ones.
  expect(Math.max(...observed.visits.map(({ queuedMs }) => queuedMs ?? 0))).toBeGreaterThan(4_000);
  expect(observed.queue).toEqual({ overtaken: 0, most: PARENTS });
  expect(await readLimits(target)).toEqual(usual);
});

test('without raised limits one address cannot fill a camp, so the rehearsal does raise them', async () => {
  const large = await makeCamp(stack.database, { capacity: 20, start: inDays(200) });
  const codes = [];
  for (let n = 0; n < 20; n++) {
    const { code } = await target.rpc('hold_order', {
      p_order: {
        lines: [{ offer_id: 'tier-spark', camp_id: large, child: 0, expected_price_cents: null }],
        children: [{ dob: inDays(-9 * 365) }],
        previous_secret: null,
      },
    });
    codes.push(code);
  }
  expect(codes.filter((code) => code === null).length).toBeLessThan(20);
  expect(codes).toContain('too_many_holds');
});

test('limits that an interrupted rehearsal left raised are restored by the next', async () => {
  const usual = await readLimits(target);
  const file = limitsFile('interrupted');
  // The process seems to have ended in the middle, so the file stays and the limits are still raised.
  const left = withRaisedLimits(
    target,
    { parents: 500, admitsPerMinute: null, file },
    () => new Promise<never>(() => undefined),
  );
  await expect.poll(() => existsSync(file)).toBe(true);
  await expect.poll(async () => (await readLimits(target)).settings.holds_per_address_max).toBe(5_000);

  expect(await restoreLimits(target, file)).toBe(true);
  expect(await readLimits(target)).toEqual(usual);
  expect(await restoreLimits(target, file)).toBe(false);
  void left;
});

test.each([
  ['no id', 'tier-spark', 'tier-spark is no id of a camp.'],
  ['no camp', '00000000-0000-4000-8000-000000000000', 'No camp on sale has the id'],
])('a rehearsal refuses %s', async (_, id, message) => {
  await expect(findCamp(target, id)).rejects.toThrow(message);
});
