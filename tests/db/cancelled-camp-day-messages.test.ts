/**
 * Tests who is told of a cancelled day of a camp besides the mail to families: phones, the list of families, and the
 * coaches. Messages that waited never say what is no longer so.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FamilyChats } from '#contract/family-chats.ts';
import { CoachPlan } from '#server/mails/coach-plan.ts';
import { PhonePayload, phoneText } from '#server/phone/text.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as campDays from '#support/sql-camp-days.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { createPhoneMessages } from '#support/sql-phone-messages.ts';
import { rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let phones: ReturnType<typeof createPhoneMessages>;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  phones = createPhoneMessages(db);
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db, []);
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await db.sql`delete from public.phone_messages`;
  await db.sql`delete from public.outbox where sent_at is null`;
  // The chore that sends says that WhatsApp is set up.
  await phones.claimMessages(['whatsapp']);
});
afterAll(() => db.drop());

let week = 4;
/** Makes a running camp whose family allows WhatsApp. */
async function makeRunningCamp() {
  const running = await campDays.sellRunningCamp(db, week++);
  await phones.allowChannels(running.bought.familyId, ['whatsapp']);
  await db.sql`delete from public.outbox where sent_at is null`;
  return running;
}
async function cancel(camp: string, ...days: string[]) {
  const { admin } = people.callers;
  return campDays.cancelDays(db, admin, camp, days, await campDays.previewDays(db, admin, camp, days));
}
const restore = (camp: string, day: string) => campDays.restoreDay(db, people.callers.admin, camp, day);
/** Returns the texts that the worker would send now. */
const claimTexts = async () =>
  (await phones.claimMessages(['whatsapp'])).map(({ payload }) => phoneText(v.parse(PhonePayload, payload)));
const dayOf = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric' });

describe('phones', () => {
  test('get one message that names the child and this day only, if the day is today', async () => {
    const { camp, bought, tuesday } = await makeRunningCamp();
    const preview = await campDays.previewDays(db, people.callers.admin, camp, [tuesday]);
    expect(preview).toMatchObject({ phones: 1 });
    expect(await phones.readRows(bought.familyId)).toEqual([]);
    expect(await cancel(camp, tuesday)).toMatchObject({ mails: 1, phones: 1 });
    const rows = await phones.readRows(bought.familyId);
    expect(rows).toMatchObject([{ channel: 'whatsapp', is_urgent: true }]);
    expect(rows[0]?.payload.places).toMatchObject([{ children: ['Kai'] }]);
    const [text, ...others] = await claimTexts();
    expect(others).toEqual([]);
    expect(text?.words).toBe(
      'We are sorry, we had to cancel this (Haze). Our e-mail says what happens next.',
    );
    expect(text?.about).toMatch(/^Kai, Camp \d+, /);
    expect(text?.about).toContain(dayOf(tuesday));
    expect(text?.about).not.toContain('–');
  });

  test('get none about a later day, and none of a family that did not allow it', async () => {
    const { camp, bought, tuesday, wednesday } = await makeRunningCamp();
    expect(await cancel(camp, wednesday)).toMatchObject({ mails: 1, phones: 0 });
    await db.sql`update public.channel_permissions set allowed = false where family_id = ${bought.familyId}`;
    expect(await cancel(camp, tuesday)).toMatchObject({ mails: 1, phones: 0 });
    expect(await phones.readRows(bought.familyId)).toEqual([]);
  });

  test('never read that a day is cancelled after it is held after all, and the other way round', async () => {
    const { camp, bought, tuesday, wednesday } = await makeRunningCamp();
    await cancel(camp, tuesday, wednesday);
    expect(await restore(camp, tuesday)).toMatchObject({ phones: 1 });
    // Neither message was sent yet. The first one now names Wednesday only.
    const texts = await claimTexts();
    const ofDay = (day: string) => texts.filter(({ about }) => about.includes(dayOf(day)));
    expect(ofDay(tuesday).map(({ words }) => words)).toEqual([
      'This takes place after all, at the usual time. Please bring your child as planned.',
    ]);
    expect(ofDay(wednesday)).toHaveLength(1);
    await db.sql`delete from public.phone_messages where family_id = ${bought.familyId}`;

    await cancel(camp, tuesday);
    await restore(camp, tuesday);
    await cancel(camp, tuesday);
    expect((await claimTexts()).map(({ words }) => words.slice(0, 12))).toEqual([
      'We are sorry',
      'We are sorry',
    ]);
  });

  test('that were not reached are on the list of families of the camp, though the camp goes on', async () => {
    const { camp, tuesday } = await makeRunningCamp();
    await cancel(camp, tuesday);
    const [claimed] = await phones.claimMessages(['whatsapp']);
    await phones.finishMessage(claimed?.id ?? '', { reason: 'no_account', retry: false });
    const chats = v.parse(
      FamilyChats,
      await rpc(db, people.callers.admin, 'get_family_chats', { p_place_ids: [camp] }),
    );
    expect(chats).toMatchObject({
      occasion: 'notice',
      places: [{ cancelled_days: [{ day: tuesday, reason: 'Haze' }] }],
    });
    expect(
      chats.families.flatMap(({ parents }) => parents.flatMap(({ sendings }) => sendings)),
    ).toMatchObject([
      { channel: 'email', state: 'waiting' },
      { channel: 'whatsapp', state: 'failed', reason: 'no_account' },
    ]);
  });
});

describe('mails to families', () => {
  const claimKinds = async () =>
    (
      await rpc<{ id: string; template: string; payload: { kind: string } }[]>(db, service, 'claim_outbox', {
        p_limit: 100,
      })
    ).flatMap(({ id, template, payload }) =>
      template === 'camp_day_changed' ? [{ id, kind: payload.kind }] : [],
    );

  test('that a day is held after all wait for the mail that cancelled it', async () => {
    const { camp, tuesday } = await makeRunningCamp();
    await cancel(camp, tuesday);
    const [first] = await claimKinds();
    expect(first).toMatchObject({ kind: 'cancelled' });
    await rpc(db, service, 'finish_outbox', { p_id: first?.id, p_error: 'busy' });
    await restore(camp, tuesday);
    expect(await claimKinds()).toEqual([]);
    await db.sql`update public.outbox set leased_until = null where id = ${first?.id ?? ''}`;
    expect(await claimKinds()).toEqual([first]);
    await rpc(db, service, 'finish_outbox', { p_id: first?.id, p_error: null });
    expect(await claimKinds()).toMatchObject([{ kind: 'held' }]);
  });

  test('that failed for good are not sent again once the day takes place after all, and hold up no other', async () => {
    const { camp, tuesday } = await makeRunningCamp();
    await cancel(camp, tuesday);
    const [{ id }] = await db.sql<[{ id: string }]>`
      update public.outbox set attempts = 99, failed_at = now() where template = 'camp_day_changed' and sent_at is null returning id`;
    await restore(camp, tuesday);
    expect(await claimKinds()).toMatchObject([{ kind: 'held' }]);
    expect(await rpc(db, people.callers.admin, 'resend_mail', { p_id: id })).toEqual({
      queued: false,
      left_out: true,
    });
    // The day is cancelled again, so the mail is true again.
    await cancel(camp, tuesday);
    expect(await rpc(db, people.callers.admin, 'resend_mail', { p_id: id })).toEqual({
      queued: true,
      left_out: false,
    });
  });
});

describe('the coach', () => {
  const readPlans = async () =>
    (
      await db.sql<{ recipient: string; payload: unknown }[]>`
        select recipient, payload from public.outbox where template = 'coach_plan' order by created_at`
    ).map(({ recipient, payload }) => ({
      recipient,
      changes: v
        .parse(CoachPlan, payload)
        .changes.map(({ what, entry }) => [what, entry.first_day, entry.last_day]),
    }));
  async function assignCoach(camp: string) {
    await db.sql`
      insert into public.camp_coaches (camp_id, coach_id)
      select ${camp}, id from public.coaches where user_id = ${people.coachId} limit 1`;
    await db.sql`delete from public.outbox where template = 'coach_plan'`;
  }

  test('gets one mail about all days of a call, names the days alone, and none of a preview', async () => {
    const { camp, tuesday, wednesday } = await makeRunningCamp();
    await assignCoach(camp);
    await campDays.previewDays(db, people.callers.admin, camp, [tuesday, wednesday]);
    expect(await readPlans()).toEqual([]);
    await cancel(camp, tuesday, wednesday);
    await restore(camp, wednesday);
    const recipient = 'coach@example.test';
    expect(await readPlans()).toEqual([
      {
        recipient,
        changes: [
          ['cancelled', tuesday, tuesday],
          ['cancelled', wednesday, wednesday],
        ],
      },
      { recipient, changes: [['added', wednesday, wednesday]] },
    ]);
  });

  test('gets none when a family comes later', async () => {
    const { camp, wednesday } = await makeRunningCamp();
    await assignCoach(camp);
    await cancel(camp, wednesday);
    await db.sql`delete from public.outbox where template = 'coach_plan'`;
    await db.sql`
      insert into public.camp_enrollments (camp_id, child_id, family_id)
      select ${camp}, id, family_id from public.children where family_id = ${people.otherFamilyId} limit 1`;
    expect(await campDays.mailsAbout(db, camp)).toHaveLength(2);
    expect(await readPlans()).toEqual([]);
  });
});
