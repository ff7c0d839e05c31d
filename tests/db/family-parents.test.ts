import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyParents, ParentInvitation } from '#contract/family-parents.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent, saveChild, saveProfile, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

let made = 0;
const readEmail = async (who: Caller) => {
  const [row] = await db.sql<[{ email: string }]>`select email from auth.users where id = ${who.sub ?? ''}`;
  return row.email;
};
const invite = async (who: Caller, p_email: string) =>
  v.parse(ParentInvitation, await rpc(db, who, 'invite_parent', { p_email }));
const accept = (who: Caller, p_token: string) => rpc(db, who, 'accept_invitation', { p_token });
const part = async (who: Caller, call: 'remove_second_parent' | 'leave_family' | 'hand_over_family') =>
  v.parse(FamilyParents, await rpc(db, who, call));
const mailsTo = async (who: Caller, template: string) => {
  const rows = await db.sql<{ payload: Record<string, unknown> }[]>`
    select payload from public.outbox where recipient = ${await readEmail(who)} and template = ${template} order by created_at`;
  return rows.map(({ payload }) => payload);
};

/** Makes a family with a child and two parents, each with an account. */
async function makePair() {
  const home = await passes.makeHome(db, '2018-05-01');
  const second = await makeParent(db, `second${++made}@example.test`);
  await accept(second, (await invite(home.who, await readEmail(second))).token);
  return { ...home, first: home.who, second };
}
/** Makes the second parent the first, as the chore does a day after the request (family-sign-in.test.ts). */
async function handOver({ first, familyId }: { first: Caller; familyId: string }) {
  await part(first, 'hand_over_family');
  await db.sql`update public.families set handover_at = clock_timestamp() where id = ${familyId}`;
  await rpc(db, service, 'finish_handovers');
}
/** Returns which tables and details of a family the caller can read. */
const readVisible = async (who: Caller, { familyId, childId }: { familyId: string; childId: string }) => {
  const tables = [
    'families',
    'children',
    'bookings',
    'passes',
    'orders',
    'emergency_contacts',
    'waitlist_entries',
  ];
  const found: string[] = [];
  for (const table of tables) {
    const column = table === 'families' ? 'id' : 'family_id';
    const rows = await db.as(who, (sql) =>
      sql.unsafe(`select 1 from public.${table} where ${column} = '${familyId}'`),
    );
    if (rows.length > 0) found.push(table);
  }
  const details = await rpc(db, who, 'get_child_details', { p_child_id: childId }).catch(() => null);
  if (details) found.push('details');
  return found;
};

describe('the mail of an invitation', () => {
  test('the mail goes to the address with the link, whether or not the address has an account', async () => {
    const [home, second] = [await passes.makeHome(db), await makeParent(db, `known${++made}@example.test`)];
    const known = await invite(home.who, await readEmail(second));
    expect(known.mailed).toBe(true);
    expect(await mailsTo(second, 'parent_invitation')).toEqual([
      { token: known.token, from_name: expect.any(String) as string, expires_at: known.expires_at },
    ]);
    expect((await invite((await passes.makeHome(db)).who, `nobody${++made}@example.test`)).mailed).toBe(true);
  });

  test('no mail is sent for a parent with an unverified address, who gets the link to pass on', async () => {
    const unproven = await makeParent(db, `unproven${++made}@example.test`, false);
    await saveChild(db, unproven, { name: 'Own', dob: '2018-05-01' });
    const second = await makeParent(db, `target${++made}@example.test`);
    const invitation = await invite(unproven, await readEmail(second));
    expect(invitation.mailed).toBe(false);
    expect(await mailsTo(second, 'parent_invitation')).toEqual([]);
    await accept(second, invitation.token);
  });

  test('the number of mails to one address is limited, however many families invite it', async () => {
    const target = `flooded${++made}@example.test`;
    const answers = [];
    for (let n = 0; n < 8; n++) answers.push((await invite((await passes.makeHome(db)).who, target)).mailed);
    expect(answers).toEqual([true, true, true, true, true, true, false, false]);
  });

  test('a parent who invites too often is refused, and refused calls count too', async () => {
    const { first } = await makePair();
    const tries = [];
    for (let n = 0; n < 11; n++) tries.push(await refusal(invite(first, 'third@example.test')));
    // The second parent's invitation has already used one request.
    expect(tries.map(({ code }) => code)).toEqual([
      ...Array.from({ length: 9 }, () => 'family_full'),
      'rate_limited',
      'rate_limited',
    ]);
  });
});

test('an invited parent gives up an empty family of their own, but not a family with a child', async () => {
  const [home, empty, full] = [
    await passes.makeHome(db),
    await makeParent(db, `e${++made}@example.test`),
    await passes.makeHome(db),
  ];
  await saveProfile(db, empty, { emergency_contacts: [{ name: 'Gran', phone: '+6591234567' }] });
  const { token } = await invite(home.who, full.email);
  expect(await refusal(accept(full.who, token))).toMatchObject({ code: 'already_in_family' });
  const again = await invite(home.who, await readEmail(empty));
  expect(await accept(empty, again.token)).toEqual({ family_id: home.familyId });
  expect(await mailsTo(home.who, 'parents_changed')).toMatchObject([{ kind: 'joined' }]);
  const [left] = await db.sql`
    select count(*) as n from public.families where primary_parent_id = ${empty.sub ?? ''}`;
  expect(left).toEqual({ n: 0 });
});

describe('a parent who has left cannot read anything of the family any more', () => {
  test.each([
    ['removed by the first', 'remove_second_parent', 'first', 'second'],
    ['left, the second', 'leave_family', 'second', 'second'],
    ['left, the first', 'leave_family', 'first', 'first'],
  ] as const)('%s', async (_, call, who, goes) => {
    const home = await makePair();
    const formerParent = home[goes];
    const stays = goes === 'first' ? home.second : home.first;
    await passes.makePass(db, home);
    await saveProfile(db, stays, { emergency_contacts: [{ name: 'Gran', phone: '+6591234567' }] });
    // The parent who leaves has an order with its secret and a mailed link, and a waitlist entry.
    const bought = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
    await shop.confirmPayment(db, shop.paymentOf(bought));
    await db.sql`
      update public.orders set family_id = ${home.familyId}, user_id = ${formerParent.sub ?? ''}, parent_email = ${await readEmail(formerParent)}
      where id = ${bought.orderId}`;
    const [link] = await db.sql<[{ token: string }]>`
      select private.make_order_link(${bought.orderId}, 'manage', ${await readEmail(formerParent)}) as token`;
    const { session } = await waitlists.makeFullSession(db);
    const entry = await waitlists.joinAs(db, formerParent, {
      session_id: session,
      parent: { ...waitlists.waitingParent, email: await readEmail(formerParent) },
      children: [{ id: home.childId }],
    });
    const calendar = await rpc<{ token: string }>(db, formerParent, 'renew_calendar_link');
    expect(await readVisible(formerParent, home)).toHaveLength(7);

    const after = await part(home[who], call);
    expect(after).toEqual({
      primary_parent_id: stays.sub,
      secondary_parent_id: null,
      handover_at: null,
      renewals: [],
    });
    expect(await readVisible(formerParent, home)).toEqual([]);
    expect(await readVisible(stays, home)).toHaveLength(7);
    expect(await rpc(db, formerParent, 'get_family_dashboard')).toMatchObject({
      family: null,
      children: [],
    });
    for (const [name, args, code] of [
      ['get_order', { p_secret: bought.order.secret }, 'order_not_found'],
      ['get_waitlist_entry', { p_secret: entry.secret }, 'waitlist_entry_not_found'],
      ['get_managed_order', { p_access: { token: link.token } }, 'link_not_found'],
      ['get_managed_order', { p_access: { order_id: bought.orderId } }, 'order_not_found'],
    ] as const)
      expect.soft(await refusal(rpc(db, formerParent, name, args)), name).toMatchObject({ code });
    expect(
      await refusal(rpc(db, service, 'read_family_calendar', { p_token: calendar.token })),
    ).toMatchObject({ code: 'link_not_found' });
    // No new link is sent to the former parent's address. Mails about the order go to the parent who stays.
    await rpc(db, visitor, 'request_order_links', { p_email: await readEmail(formerParent) });
    expect(await rpc(db, service, 'queue_lost_links')).toEqual({ queued: 0 });
    const [order] = await db.sql`select parent_email from public.orders where id = ${bought.orderId}`;
    expect(order).toEqual({ parent_email: await readEmail(stays) });
    const kind = call === 'remove_second_parent' ? 'removed' : 'left';
    expect((await mailsTo(formerParent, 'parents_changed')).at(-1)).toMatchObject({ kind });
    expect((await mailsTo(stays, 'parents_changed')).at(-1)).toMatchObject({ kind: `${kind}_other` });
  });

  test.each(['another address of theirs', 'the address of the one who stays'])(
    'links and secrets sent to %s stop working too, and the parent who stays gets a new link',
    async (where) => {
      const home = await makePair();
      const address = where.startsWith('another')
        ? `alias${++made}@example.test`
        : await readEmail(home.first);
      const bought = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
      await shop.confirmPayment(db, shop.paymentOf(bought));
      await db.sql`
        update public.orders set family_id = ${home.familyId}, user_id = ${home.second.sub ?? ''}, parent_email = ${address}
        where id = ${bought.orderId}`;
      const [link] = await db.sql<[{ token: string }]>`
        select private.make_order_link(${bought.orderId}, 'manage', ${address}) as token`;
      const { session } = await waitlists.makeFullSession(db);
      const entry = await waitlists.joinAs(db, home.second, {
        session_id: session,
        parent: { ...waitlists.waitingParent, email: await readEmail(home.second) },
        children: [{ id: home.childId }],
      });
      await db.sql`update public.waitlist_entries set parent_email = ${address} where secret = ${entry.secret}`;

      await part(home.first, 'remove_second_parent');
      for (const [name, args, code] of [
        ['get_order', { p_secret: bought.order.secret }, 'order_not_found'],
        ['get_waitlist_entry', { p_secret: entry.secret }, 'waitlist_entry_not_found'],
        ['get_managed_order', { p_access: { token: link.token } }, 'link_not_found'],
      ] as const)
        expect.soft(await refusal(rpc(db, visitor, name, args)), name).toMatchObject({ code });
      expect(await mailsTo(home.first, 'order_link')).toHaveLength(1);
      const [left] = await db.sql`
        select (select parent_email from public.orders where id = ${bought.orderId}) as of_order,
          (select parent_email from public.waitlist_entries where session_id = ${session}
            and family_id = ${home.familyId}) as of_entry`;
      const stays = await readEmail(home.first);
      expect(left).toEqual({ of_order: stays, of_entry: stays });
    },
  );

  test('a parent who has left gets a mail about a pass that is still charged to their card', async () => {
    const home = await makePair();
    const bought = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
    await shop.confirmPayment(db, shop.paymentOf(bought));
    await db.sql`
      update public.orders set family_id = ${home.familyId}, user_id = ${home.second.sub ?? ''} where id = ${bought.orderId}`;
    await db.sql`
      insert into public.pass_subscriptions
        (family_id, child_id, offer_id, order_line_id, provider_subscription_id, price_cents, current_period_end)
      select ${home.familyId}, ${home.childId}, l.offer_id, l.id, ${`sub_${home.familyId}`}, 100, now()
      from public.order_lines l where l.order_id = ${bought.orderId}`;
    expect((await part(home.second, 'leave_family')).renewals).toEqual(['pass-term']);
    expect((await mailsTo(home.second, 'parents_changed')).at(-1)).toMatchObject({ renewals: ['pass-term'] });
  });
});

test('after the first parent hands over, both stay, and mails about the family go to the other one', async () => {
  const home = await makePair();
  await handOver(home);
  expect((await mailsTo(home.second, 'parents_changed')).at(-1)).toMatchObject({ kind: 'first' });
  expect((await mailsTo(home.first, 'parents_changed')).at(-1)).toMatchObject({ kind: 'second' });
  const [contact] = await db.sql`select email from private.mail_contact(${home.familyId})`;
  expect(contact).toEqual({ email: await readEmail(home.second) });
  expect(await readVisible(home.first, home)).toContain('children');
});

test('the second parent cannot remove anybody, the last parent cannot leave, and others have no family to leave', async () => {
  const home = await makePair();
  for (const call of ['remove_second_parent', 'hand_over_family'] as const)
    expect(await refusal(part(home.second, call))).toMatchObject({ code: 'not_allowed', status: 403 });
  const alone = await passes.makeHome(db);
  expect(await refusal(part(alone.who, 'leave_family'))).toMatchObject({ code: 'last_parent' });
  for (const call of ['remove_second_parent', 'hand_over_family'] as const)
    expect(await refusal(part(alone.who, call))).toMatchObject({ code: 'parent_not_found' });
  for (const role of ['coach', 'admin']) {
    const staff = signedIn(await makeUser(db, `${role}${++made}@example.test`, [role]));
    for (const call of ['remove_second_parent', 'leave_family', 'hand_over_family'] as const)
      expect(await refusal(part(staff, call))).toMatchObject({ code: 'family_not_found' });
  }
  for (const call of ['remove_second_parent', 'leave_family', 'hand_over_family'])
    expect(await sqlState(rpc(db, visitor, call))).toBe('42501');
  expect(await readVisible(home.second, home)).toContain('children');
});

test('when both parents leave at the same moment, one of them stays', async () => {
  const home = await makePair();
  const outcomes = await Promise.allSettled([
    part(home.first, 'leave_family'),
    part(home.second, 'leave_family'),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [family] = await db.sql`
    select num_nonnulls(primary_parent_id, secondary_parent_id) as parents from public.families where id = ${home.familyId}`;
  expect(family).toEqual({ parents: 1 });
});
