/** Restores the database by the simulated services, and judges it by the books and by Stripe. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judge, restoreTo } from '#scripts/launch/releases/restore.ts';
import { chooseSteps } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { createLauncher } from '#support/hosted/launch.ts';
import { type HostedServices, startHosted } from '#support/hosted/services.ts';
import { addVault } from '#support/hosted/sql.ts';
import { createEmptyWorld, projectRef, type World } from '#support/hosted/world.ts';

let db: TestDatabase;
let world: World;
let hosted: HostedServices;
let launch: ReturnType<typeof createLauncher>;
beforeEach(async () => {
  db = await createDatabase();
  await addVault(db);
  world = createEmptyWorld(db);
  hosted = await startHosted(world);
  launch = createLauncher(hosted);
  await launch.setUp(chooseSteps(steps, 'project,api-keys,migrations'));
});
afterEach(async () => {
  await hosted.stop();
  await db.drop();
});

describe('a restore', () => {
  const moment = new Date('2026-11-30T02:00:00Z');
  const restore = (confirmed?: string, to = moment) =>
    restoreTo({ ...launch.context(), now: () => new Date('2026-11-30T05:00:00Z') }, to, confirmed);
  test('needs point-in-time recovery; without it, it says where daily backups are restored', async () => {
    world.supabase.backups = [{ inserted_at: '2026-11-29T18:00:00Z', status: 'COMPLETED' }];
    await expect(restore(projectRef)).rejects.toThrow(
      /no point-in-time recovery[^]*2026-11-29T18:00:00Z[^]*--judge/,
    );
  });
  test('is done only when the project is named, for a moment in the past, and waits until the project runs', async () => {
    world.supabase.hasPitr = true;
    await expect(restore()).rejects.toThrow(`bookings, payments, attendance`);
    await expect(restore('another')).rejects.toThrow(
      `Nothing has been changed. To go ahead, add --confirm ${projectRef}.`,
    );
    await expect(restore(projectRef, new Date('2026-12-30'))).rejects.toThrow('a moment in the past');
    await expect(restore(projectRef, new Date('2020-12-30'))).rejects.toThrow('no backup of this moment');
    expect(world.supabase.restores).toEqual([]);
    await restore(projectRef);
    expect(world.supabase.restores).toEqual([moment.getTime() / 1000]);
    expect(world.supabase.projects.map(({ status }) => status)).toEqual(['ACTIVE_HEALTHY']);
  });
  test('is judged by the books and by what Stripe has taken since', async () => {
    const states = async (since: Date | null) =>
      (await judge(launch.context(), since)).map(({ state }) => state);
    expect(await states(moment)).toEqual(['ok', 'ok', 'ok', 'ok']);
    // Nobody has compared the payments, so the result must be unknown.
    expect(await states(null)).toEqual(['ok', 'ok', 'unknown']);

    const created = moment.getTime() / 1000 + 60;
    const taken = { created, status: 'succeeded', amount: 59_000, latest_charge: { refunded: false } };
    const intent = (id: string, more: object = {}) => ({ id, ...taken, ...more });
    world.stripe.intents = [
      intent('pi_known'),
      intent('pi_lost'),
      // It was begun before the moment, and taken after it.
      intent('pi_lost_later', { created: created - 3_600 }),
      intent('pi_refunded', { latest_charge: { refunded: true } }),
      intent('pi_left', { status: 'canceled' }),
      intent('pi_before', { created: created - 172_800 }),
    ];
    const refund = (id: string, payment_intent: string, status = 'succeeded') => ({
      id,
      created,
      status,
      amount: 5_000,
      payment_intent,
    });
    world.stripe.refunds = [
      refund('re_lost', 'pi_known'),
      refund('re_failed', 'pi_known', 'failed'),
      refund('re_of_unknown', 'pi_refunded'),
    ];
    await db.sql`insert into public.payments (payment_intent, amount_cents, currency, result) values ('pi_known', 100, 'SGD', 'unknown_order')`;
    const [, , payments, refunds] = await judge(launch.context(), moment);
    expect(payments).toMatchObject({
      state: 'wrong',
      says: 'Stripe took 2 payments that are not in the database: pi_lost (S$590), pi_lost_later (S$590). 1 more was refunded in full.',
    });
    expect(refunds).toMatchObject({
      state: 'wrong',
      says: 'Stripe made 1 refunds that are not in the database: re_lost (S$50).',
    });
  });
});
