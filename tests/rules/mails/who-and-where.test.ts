/**
 * An e-mail about a child's spot names the child, the camp or class, the base and the day. A new e-mail must be
 * listed here.
 */
import { describe, expect, it } from 'vitest';
import { formatDate, formatDays } from '#contract/format.ts';
import { placeName, shortDays } from '#contract/place-names.ts';
import { renderMail } from '#server/mails/render.ts';
import { everyMail } from '#support/every-mail.ts';

/** The subject of each e-mail: a child's spot, a child's pass, or neither, with a reason. */
const about: Record<string, 'place' | 'pass' | { instead: string }> = {
  booking_confirmed: 'place',
  paid_late_reseated: 'place',
  paid_late_choice: 'place',
  payment_failed: 'place',
  instalment_due: 'place',
  instalment_paid: 'place',
  order_cancelled: 'place',
  order_moved: 'place',
  refund_sent: { instead: 'a sum; of single lines as names.test.ts has it' },
  order_link: { instead: 'an order as a whole, by its number' },
  cancelled_by_us: 'place',
  place_changed: 'place',
  renewal_paid: 'pass',
  payment_problem: 'pass',
  pass_expiring: 'pass',
  class_booked: 'place',
  class_cancelled: 'place',
  free_spot: 'place',
  renewal_changed: 'pass',
  pass_changed: 'pass',
  session_reminder: 'place',
  message: 'place',
  waitlist_confirm: { instead: 'a place, to an address that nobody has verified: no name goes there' },
  waitlist_joined: 'place',
  waitlist_offer: 'place',
  waitlist_open: 'place',
  waitlist_removed: 'place',
  waitlist_cancelled_by_us: 'place',
  hand_over: 'place',
  first_aid: 'place',
  growth_report: 'place',
  camp_photos: 'place',
  camp_review: 'place',
  camp_day_changed: 'place',
  details_requested: 'place',
  party_answers: { instead: 'a party' },
  rsvp_copy: { instead: 'a party' },
  party_notice: { instead: 'a party' },
  party_reminder: { instead: 'a party' },
  birthday_enquiry: { instead: 'a party that is asked for' },
  birthday_enquiry_notice: { instead: 'a party that is asked for, to the team' },
  parent_invitation: { instead: 'a family' },
  staff_invitation: { instead: 'a role, to somebody who may join the team' },
  second_factor_removed: { instead: 'the account of a member of staff' },
  parents_changed: { instead: 'a family' },
  details_corrected: { instead: 'what is on record of a child or a parent' },
  friend_booked: { instead: 'money on the balance; who booked what is nobody else’s business' },
  gift_voucher: { instead: 'money for whatever a family will choose' },
  offers_notice: { instead: 'offers, to the team' },
  alert_began: { instead: 'an alert, to the team' },
  alert_ended: { instead: 'an alert, to the team' },
  weekly_summary: { instead: 'numbers, to admins' },
  coach_plan: { instead: 'sessions and camps of a coach, without the names of children' },
  staff_notice: { instead: 'something to do, to the team, without names' },
};

interface Known {
  names: string[];
  /** Camp or class, base, and the day in each format that an e-mail may use. */
  places: { words: string[]; days: string[] }[];
  titles: string[];
}

/** Returns the children, spots and passes anywhere in a payload. */
function knownIn(value: unknown, known: Known = { names: [], places: [], titles: [] }): Known {
  if (Array.isArray(value)) value.forEach((one) => knownIn(one, known));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return known;
  const one = value as Record<string, unknown> & Record<string, string>;
  if (typeof one['child_name'] === 'string') known.names.push(one['child_name']);
  if (Array.isArray(one['children'])) known.names.push(...(one['children'] as string[]));
  if (typeof one['title'] === 'string') known.titles.push(one['title']);
  if (one['session_date'])
    known.places.push({
      words: [one['class_type'] ?? '', one['location_name'] ?? ''],
      days: [formatDate(one['session_date']), formatDate(one['session_date'], { year: false })],
    });
  if (one['camp_id']) {
    const [from = '', to = ''] = [one['start_date'], one['end_date']];
    const [name = '', location_name = ''] = [one['name'], one['location_name']];
    known.places.push({
      words: [
        placeName({ camp: { name, location_name, start_date: from, end_date: to } }).split(', ')[0] ?? '',
        location_name,
      ],
      days: [formatDays(from, to), shortDays(from, to)],
    });
  }
  if (one['day'] && one['location'])
    known.places.push({
      words: [one['title'] ?? '', one['location']],
      days: [formatDate(one['day']), formatDate(one['day'], { year: false })],
    });
  if (one['first_day'] && one['last_day'] && one['location'])
    known.places.push({
      words: [one['title'] ?? '', one['location']],
      days: [formatDays(one['first_day'], one['last_day'])],
    });
  for (const part of Object.values(one)) knownIn(part, known);
  return known;
}

it('the test lists every mail', () => {
  expect(Object.keys(about).sort()).toEqual(Object.keys(everyMail).sort());
});

const concerning = Object.entries(about).flatMap(([template, of]) =>
  typeof of === 'string' ? [[template, of] as const] : [],
);

describe.each(concerning)('%s', (template, concern) => {
  it(`names the child and the ${concern}`, async () => {
    const [payload] = everyMail[template] ?? [];
    const { subject, text } = await renderMail(template, payload, 'https://otter.test');
    const mailText = `${subject} ${text}`.replaceAll(/\s+/g, ' ').toLowerCase();
    const includesText = (words: string) => words !== '' && mailText.includes(words.toLowerCase());
    const { names, places, titles } = knownIn(payload);
    expect(names.some(includesText), `a child of ${names.join()}`).toBe(true);
    if (concern === 'pass') expect(titles.some(includesText), `a pass of ${titles.join()}`).toBe(true);
    else
      expect(
        places.some(({ words, days }) => words.every(includesText) && days.some(includesText)),
        `a place of ${JSON.stringify(places)} in ${mailText}`,
      ).toBe(true);
  });
});
