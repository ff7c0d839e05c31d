import { brand } from '../../supabase/functions/_shared/contract/brand.ts';
import { campDayMails } from './camp-day-mails.ts';
import { cancelledByUsMails } from './cancelled-by-us-mails.ts';
import { freeSpotMails } from './free-spot-mails.ts';
import { creditMails } from './credit-mails.ts';
import { gateMails } from './collection-mails.ts';
import { instalmentMails } from './instalment-mails.ts';
import { mailPayload } from './mail-payload.ts';
import { parentMails } from './parent-mails.ts';

const [line] = mailPayload().lines;
const id = line?.line_id ?? '';
const session = line?.session ?? null;
const camp = {
  camp_id: 'ca500000-0000-4000-8000-000000000001',
  name: 'Spark Camp, East Coast',
  tier: 'spark',
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  starts_at: '2026-12-07T01:00:00.000Z',
  ends_at: '2026-12-07T07:00:00.000Z',
  location_name: 'East Coast',
  location_address: '1 Beach Road',
};
const campLine = {
  ...line,
  line_id: 'camp-line',
  title: 'Spark Camp',
  kind: 'camp_tier',
  sessions: null,
  session: null,
  camp,
};
const otherSession = {
  ...session,
  session_id: '5e551000-0000-4000-8000-000000000009',
  session_date: '2026-11-29',
  class_type: `White ${brand.product} B`,
};
const otherCamp = {
  ...camp,
  camp_id: 'ca500000-0000-4000-8000-000000000002',
  name: 'Trail Camp, Bishan',
  start_date: '2026-12-14',
  end_date: '2026-12-16',
  location_name: 'Bishan',
  location_address: '2 Park Road',
  session_time_end: '15:30:00',
};
const link = { manage_token: 'abc123' };
const parent = { parent_name: 'Mei Tan' };
const secret = '0b7ff0a4-0000-4000-8000-000000000002';
const waitlistEntry = { ...parent, children: ['Zoe'], secret, places: 1, session, camp: null };
const enquiry = { ...parent, preferred_date: '2026-12-12', guests: 12, party: 'Skate Party' };
const party = {
  title: 'Kai turns eight',
  starts_at: '2026-12-05T07:00:00.000Z',
  place: 'Somerset Skate Park',
};
const rsvp = {
  ...party,
  ends_at: '2026-12-05T09:00:00.000Z',
  response_id: 'a0000000-0000-4000-8000-000000000001',
  updated_at: '2026-11-24T02:00:00.000Z',
  secret: 'PARTY2345PARTY2345AB',
  token: 'a0000000-0000-4000-8000-000000000002',
  children: 2,
  adults: 1,
};
const staffMessage = {
  subject: 'Bring a rain jacket',
  body: 'It may rain on Saturday.\n\nWe meet under the roof.\nSee you there.',
  session: null,
  camp: null,
  waits: false,
};
const emptyLeftItem = { number: 'OT-4K7M', session: null, camp: null };
/** Chid left a camp on which Adam stays, and Kai a class on which no sibling stays. */
const leftItems = [
  { ...emptyLeftItem, child_name: 'Chid', camp: otherCamp, stays: ['Adam'], keeps_appointment: true },
  { ...emptyLeftItem, child_name: 'Kai', session: otherSession, stays: [], keeps_appointment: false },
];
const lateChoiceMail = (...late_choices: string[]) => mailPayload({ choice_token: 'c0ffee', late_choices });
const cancelledOrder = (more: object) =>
  mailPayload({ cancelled: { line_ids: [id], refund_cents: 34_850, ...more } });

/**
 * Payloads of every template of mails to families, in each form in which SQL may write them to the outbox. The people
 * and bookings are made up. Studio shows mails with them, and tests render them all.
 */
export const familyMails: Record<string, object[]> = {
  booking_confirmed: [
    mailPayload({
      ...link,
      lines: [
        {
          ...line,
          refund_steps: [
            { refund_cents: 69_700, until: '2026-11-26T02:30:00.000Z' },
            { refund_cents: 0, until: null },
          ],
        },
      ],
    }),
    mailPayload({ lines: [line, { ...campLine, child: 1, child_name: 'Lia' }], ...link }),
    // This order moves Chid to a more expensive camp.
    mailPayload({
      lines: [{ ...campLine, child_name: 'Chid' }],
      left_places: leftItems.slice(0, 1),
      ...link,
    }),
  ],
  paid_late_reseated: [mailPayload(link)],
  paid_late_choice: [lateChoiceMail('move', 'credit', 'refund'), lateChoiceMail('refund')],
  payment_failed: [mailPayload()],
  ...instalmentMails({ ...campLine, ...link, status: 'placed', child_name: 'Lia' }),
  order_cancelled: [
    cancelledOrder({}),
    cancelledOrder({ refund_cents: 0 }),
    cancelledOrder({ not_moved: true }),
    cancelledOrder({ had_before: true }),
    cancelledOrder({ by_bank: true }),
    cancelledOrder({ lapsed: true, refund_cents: 0 }),
    cancelledOrder({ passes: [{ line_id: id, total: 18, used: 1, unused: 17, ends_renewal: true }] }),
    { ...cancelledOrder({}), refund_waits: true },
    { ...cancelledOrder({}), left_places: leftItems },
  ],
  order_moved: [
    mailPayload({ moved: { line_ids: [id], kind: 'moved' }, ...link }),
    mailPayload({ moved: { line_ids: [id], kind: 'credit' }, ...link }),
    mailPayload({
      moved: { line_ids: [id], kind: 'moved', refund_cents: 28_100 },
      left_places: leftItems,
      ...link,
    }),
  ],
  refund_sent: [
    mailPayload({ refund: { cents: 5000, parts: [{ method: 'online', cents: 5000 }] } }),
    mailPayload({ refund: { cents: 5000, parts: [{ method: 'by_hand', cents: 5000 }] } }),
    mailPayload({
      refund: {
        cents: 5000,
        parts: [
          { method: 'cash', cents: 2000 },
          { method: 'balance', cents: 3000 },
        ],
        line_ids: [id],
      },
    }),
  ],
  order_link: [mailPayload(link)],
  cancelled_by_us: cancelledByUsMails(session, otherSession, camp),
  place_changed: [
    {
      ...parent,
      ...link,
      children: ['Kai', 'Mia'],
      at: '2026-11-24T02:31:00.000Z',
      note: 'The court is wet.',
      changed: ['place', 'hours', 'coach'],
      orders: [{ number: 'OT-4K7M', comes: true, rides: false }],
      was: { session, camp: null, coaches: ['Coach Ray'] },
      is: { session: { ...otherSession, location_name: 'Bishan' }, camp: null, coaches: [] },
    },
    {
      ...parent,
      waits: true,
      at: '2026-11-24T02:31:00.000Z',
      note: null,
      changed: ['place'],
      was: { session: null, camp, coaches: [] },
      is: { session: null, camp: { ...camp, location_name: 'Bishan' }, coaches: [] },
    },
  ],
  camp_day_changed: campDayMails({ ...parent, ...link, camp }),
  renewal_paid: [
    mailPayload({ lines: [{ ...line, title: 'Flexi', sessions: 4, session: null, renews: true }], ...link }),
  ],
  payment_problem: [
    {
      ...parent,
      child_name: 'Kai',
      title: 'Flexi',
      price_cents: 16_700,
      next_attempt_at: '2026-12-01T02:00:00.000Z',
      ...link,
    },
    { ...parent, title: 'Flexi', price_cents: 16_700, next_attempt_at: null },
  ],
  pass_expiring: [
    { ...parent, child_name: 'Kai', title: 'Term', valid_until: '2026-12-05', credits: 3, ...link },
    { ...parent, title: 'Term', valid_until: '2026-12-05', credits: 1, ...link },
  ],
  ...creditMails(session, otherSession, leftItems.slice(1)),
  session_reminder: [
    { ...parent, children: ['Kai'], session, camp: null, ...link },
    { ...parent, session: null, camp, ...link },
  ],
  message: [
    { ...parent, ...staffMessage, kind: 'about', session, children: ['Kai'] },
    { ...parent, ...staffMessage, kind: 'about', camp },
    { ...parent, ...staffMessage, kind: 'about', waits: true },
    { ...parent, ...staffMessage, kind: 'news', token: 'c0ffee', is_test: true },
  ],
  waitlist_confirm: [
    { ...waitlistEntry, token: 'c0ffee', again: false, hours: 48 },
    { ...waitlistEntry, places: 2, token: 'c0ffee', again: true, hours: 48 },
  ],
  waitlist_joined: [{ ...waitlistEntry, position: 2 }],
  waitlist_offer: [
    {
      ...waitlistEntry,
      expires_at: '2026-11-26T02:00:00.000Z',
      terms: { price_cents: 16_700, sessions: 4, validity_days: 28, renews: true },
    },
    {
      ...waitlistEntry,
      session: null,
      camp,
      places: 2,
      expires_at: '2026-11-26T02:00:00.000Z',
      terms: { price_cents: 106_000, sessions: null, validity_days: null, renews: false },
    },
  ],
  waitlist_open: [waitlistEntry, { ...waitlistEntry, session: null, camp, places: 2 }],
  free_spot: freeSpotMails(session, otherSession, camp),
  waitlist_removed: [waitlistEntry, { ...waitlistEntry, session: null, camp, places: 2 }],
  waitlist_cancelled_by_us: [
    {
      ...parent,
      children: ['Zoe'],
      session,
      camp: null,
      reason: null,
      other_sessions: [otherSession],
      other_camps: [],
    },
    { ...parent, session: null, camp, reason: 'Haze', other_sessions: [], other_camps: [otherCamp] },
  ],
  party_answers: [
    {
      ...party,
      host_name: 'Mei Tan',
      head_count: 10,
      guests: 3,
      health_notes: 1,
      answers: [
        {
          response_id: 'r1',
          name: 'Arjun Rao',
          coming: true,
          children: 2,
          adults: 1,
          kind: 'new',
          again: false,
        },
      ],
    },
  ],
  rsvp_copy: [
    { ...rsvp, coming: true },
    { ...rsvp, coming: false, children: 0, adults: 0 },
  ],
  party_notice: (['reminder', 'moved', 'cancelled', 'back'] as const).map((kind) => ({
    ...rsvp,
    kind,
    coming: true,
  })),
  party_reminder: [
    { ...party, host_name: 'Mei Tan', head_count: 10, guests: 3, answers: 2, secret: rsvp.secret },
  ],
  birthday_enquiry: [enquiry],
  birthday_enquiry_notice: [
    { ...enquiry, email: 'mei@example.test', phone: '+6591234567', has_message: true },
  ],
  ...gateMails,
  ...parentMails,
  gift_voucher: [
    {
      voucher_code: '7K2M-Q9XT-40HV-B8WD',
      cents: 10_000,
      buyer_name: 'Grandma Lim',
      recipient_name: 'Hui Min',
      message: 'Have fun on the trails',
      valid_until: '2029-11-29',
    },
  ],
  details_corrected: [
    { ...parent, child: 'Kai', fields: ['dob', 'name'] },
    { ...parent, child: null, fields: ['phone'] },
    { parent_name: null, child: null, fields: ['email'] },
    { ...parent, child: null, fields: ['emergency_contact'] },
    { ...parent, child: 'Kai', fields: ['consent'], consent: { purpose: 'photo', given: true } },
    { ...parent, child: 'Kai', fields: ['consent'], consent: { purpose: 'medical', given: false } },
    { ...parent, child: null, fields: ['consent'], consent: { purpose: 'marketing', given: false } },
  ],
};
