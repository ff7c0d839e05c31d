import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { makeParent } from '#support/sql-details.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

const requestFor = (session: string, email: string) => ({
  ...waitlists.joinRequest({ session_id: session }),
  parent: { ...waitlists.waitingParent, email },
});
const joinOnly = (p_entry: object, who: Caller = visitor) =>
  rpc<waitlists.Joined>(db, who, 'join_waitlist', { p_entry });
const mailsTo = (email: string) => db.sql<{ template: string; payload: Record<string, unknown> }[]>`
  select template, payload from public.outbox where recipient = ${email} order by created_at`;
const age = (entry: { entry_id: string }, hours: number) => db.sql`
  update public.waitlist_entries set joined_at = joined_at - make_interval(hours => ${hours}::int)
  where id = ${entry.entry_id}`;

describe('an entry with an unconfirmed address', () => {
  test('it reserves no free spot, is not ahead of others, and leaves the spot on sale', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    const fake = await joinOnly(requestFor(session, 'fake@example.test'));
    expect(fake).toMatchObject({ status: 'unconfirmed', position: null });
    const real = await waitlists.joinWaitlist(db, { session_id: session });
    expect(real).toMatchObject({ status: 'waiting', position: 1 });
    await rpc(db, visitor, 'leave_waitlist', { p_secret: real.secret });
    await waitlists.releaseOrder(db, order);
    await waitlists.offerWaitingSpots(db);
    expect(await waitlists.viewEntry(db, fake)).toMatchObject({ status: 'unconfirmed' });
    expect((await shop.hold(db, session)).status).toBe('held');
  });

  test('it gets no mail with text that a stranger typed', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const name = 'Your refund S$312 is ready: https://evil.example';
    const wanted = requestFor(session, 'told@example.test');
    await joinOnly({ ...wanted, parent: { ...wanted.parent, name } });
    const mails = await mailsTo('told@example.test');
    expect(mails.map(({ template }) => template)).toEqual(['waitlist_confirm']);
    expect(JSON.stringify(mails)).not.toContain('refund');
    expect(JSON.stringify(mails)).not.toContain('Child');
  });

  test('it is confirmed only by the token in its mail, on any device, once', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    const [one, other] = [
      await joinOnly(requestFor(session, 'one@example.test')),
      await joinOnly(requestFor(session, 'other@example.test')),
    ];
    const tell = (secret: string, p_token: string | null) =>
      rpc<waitlists.Joined>(db, visitor, 'confirm_waitlist_entry', { p_secret: secret, p_token });
    for (const wrong of [null, '', one.secret, one.entry_id, await waitlists.readToken(db, other)])
      expect(await refusal(tell(one.secret, wrong))).toMatchObject({ code: 'waitlist_entry_not_found' });
    expect(JSON.stringify(one)).not.toContain(await waitlists.readToken(db, one));
    expect(await waitlists.viewEntry(db, one)).toMatchObject({ status: 'unconfirmed' });
    expect(await waitlists.confirmEntry(db, one)).toMatchObject({ status: 'waiting', position: 1 });
    // A later confirmation gets a later position, so that no known position gets worse.
    await age(other, 1);
    expect(await waitlists.confirmEntry(db, other)).toMatchObject({ status: 'waiting', position: 2 });
    expect(await waitlists.confirmEntry(db, one)).toMatchObject({ status: 'waiting', position: 1 });
    await waitlists.releaseOrder(db, order);
    expect(await waitlists.viewEntry(db, one)).toMatchObject({ status: 'offered' });
    expect((await mailsTo('one@example.test')).map(({ template }) => template)).toEqual([
      'waitlist_confirm',
      'waitlist_joined',
      'waitlist_offer',
    ]);
  });

  test('it gets an offer at once if a spot is free when it is confirmed', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    const entry = await joinOnly(requestFor(session, 'late@example.test'));
    await waitlists.releaseOrder(db, order);
    expect(await waitlists.confirmEntry(db, entry)).toMatchObject({ status: 'offered' });
  });

  test('it is reminded once; then it ends, and its link still leads to the end of the waitlist', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const entry = await joinOnly(requestFor(session, 'slow@example.test'));
    await waitlists.offerWaitingSpots(db);
    expect(await mailsTo('slow@example.test')).toHaveLength(1);
    await age(entry, 13);
    await waitlists.offerWaitingSpots(db);
    await waitlists.offerWaitingSpots(db);
    const mails = await mailsTo('slow@example.test');
    expect(mails.map(({ payload }) => payload.again)).toEqual([false, true]);
    expect(mails[1]?.payload.token).toBe(mails[0]?.payload.token);
    await age(entry, 36);
    await waitlists.offerWaitingSpots(db);
    expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'never_confirmed', position: null });
    expect(await mailsTo('slow@example.test')).toHaveLength(2);
    expect(await waitlists.confirmEntry(db, entry)).toMatchObject({ status: 'waiting' });
  });

  test('it can be withdrawn, and can then no longer be confirmed', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const entry = await joinOnly(requestFor(session, 'leaves@example.test'));
    await rpc(db, visitor, 'leave_waitlist', { p_secret: entry.secret });
    expect(await waitlists.confirmEntry(db, entry)).toMatchObject({ status: 'left' });
  });
});

test('a guest gets the same answer for a known address, and the account itself need not confirm', async () => {
  const { session } = await waitlists.makeFullSession(db);
  const parent = await makeParent(db, 'known@example.test');
  const shape = ({ status, position }: waitlists.Joined) => ({ status, position });
  const [known, unknown] = [
    await joinOnly(requestFor(session, 'known@example.test')),
    await joinOnly(requestFor(session, 'unknown@example.test')),
  ];
  expect(shape(known)).toEqual(shape(unknown));
  expect(shape(await joinOnly(requestFor(session, 'somebody@example.test'), parent))).toEqual(shape(unknown));
  expect(await joinOnly(requestFor(session, 'known@example.test'), parent)).toMatchObject({
    status: 'waiting',
  });
});

test('the mails to one address are limited, for any number of waitlists and at the same moment', async () => {
  const [limits] = await db.sql<
    [{ hour: number }]
  >`select details_request_mails_hour_max as hour from public.settings`;
  const { session } = await waitlists.makeFullSession(db);
  const asks = await Promise.allSettled(
    Array.from({ length: limits.hour + 6 }, () => joinOnly(requestFor(session, 'flood@example.test'))),
  );
  expect(asks.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.hour);
  expect(await refusal(joinOnly(requestFor(session, 'FLOOD@example.test')))).toMatchObject({
    code: 'rate_limited',
  });
  expect(await mailsTo('flood@example.test')).toHaveLength(limits.hour);
  // The limit counts only these mails, whichever call queues them. Other mails and other addresses are not affected.
  const queued = await db.sql`
    insert into public.outbox (key, template, recipient, payload)
    values ('waitlist_confirm:x:first', 'waitlist_confirm', 'flood@example.test', '{}'),
      ('booking_confirmed:x', 'booking_confirmed', 'flood@example.test', '{}')
    returning template`;
  expect([...queued]).toEqual([{ template: 'booking_confirmed' }]);
  expect(await joinOnly(requestFor(session, 'dry@example.test'))).toMatchObject({ status: 'unconfirmed' });
});

test('a mail about an offer that ended before the sending is not sent', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  const findOfferMails = () => db.sql`
    select o.template from public.outbox o join public.waitlist_entries e on e.parent_email = o.recipient
    where e.id = ${entry.entry_id} and o.template = 'waitlist_offer'`;
  expect(await findOfferMails()).toHaveLength(1);
  await rpc(db, visitor, 'decline_waitlist_offer', { p_secret: entry.secret });
  expect(await findOfferMails()).toEqual([]);
});
