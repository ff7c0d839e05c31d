import * as v from 'valibot';
import { Email, Phone } from './person.ts';
import { count } from './numbers.ts';

/**
 * Birthday parties for staff (docs/decisions "/admin/birthday-rsvps"). `noted` tells whether there are health notes;
 * other calls return and log them.
 */

const text = v.nullable(v.string());

const line = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));

export const GUESTS_MOST = 200;

export const PartyFields = v.object({
  title: line(120),
  host_name: line(120),
  host_email: v.nullable(Email),
  host_phone: v.nullable(Phone),
  starts_at: v.string(),
  ends_at: v.string(),
  place: line(300),
  head_count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(GUESTS_MOST)),
  offer_id: text,
  form_id: text,
});
export type PartyFields = v.InferOutput<typeof PartyFields>;

export const partySorts = ['starts', '-starts'] as const;

export const PartiesFilter = v.partial(
  v.object({
    search: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
    state: v.picklist(['over', 'cancelled', 'every']),
    from: v.pipe(v.string(), v.isoDate()),
    until: v.pipe(v.string(), v.isoDate()),
  }),
);
export type PartiesFilter = v.InferOutput<typeof PartiesFilter>;

/**
 * Answers that look like a family's second one (`again`) are not counted. At `erased_at` answers lose their personal
 * data.
 */
export const StaffParty = v.object({
  party_id: v.string(),
  title: v.string(),
  host_name: v.string(),
  host_email: text,
  host_phone: text,
  starts_at: v.string(),
  ends_at: v.string(),
  place: v.string(),
  package: text,
  state: v.picklist(['coming', 'over', 'cancelled']),
  head_count: count,
  children: count,
  adults: count,
  answers: v.object({ coming: count, not_coming: count, again: count, noted: count }),
  erased_at: v.string(),
});
export type StaffParty = v.InferOutput<typeof StaffParty>;

/** `count` goes up to a thousand and is null on later pages. `next` is `p_after` of the next page. */
export const StaffParties = v.object({
  rows: v.array(StaffParty),
  next: text,
  count: v.nullable(count),
  more: v.nullable(v.boolean()),
});

export const BirthdayEnquiry = v.object({
  lead_id: v.string(),
  name: v.string(),
  email: text,
  phone: text,
  status: v.string(),
  offer_id: text,
  package: text,
  preferred_date: text,
  guests: v.nullable(count),
  child_age: v.nullable(count),
  message: text,
  enquired_at: v.string(),
  auto_delete_at: v.string(),
});
export type BirthdayEnquiry = v.InferOutput<typeof BirthdayEnquiry>;

export const BirthdayEnquiries = v.array(BirthdayEnquiry);

/** `answers` by the field names of the form `form_id`. An erased answer still has the number of guests by age. */
export const PartyAnswer = v.object({
  response_id: v.string(),
  form_id: v.string(),
  attending: v.nullable(v.boolean()),
  name: text,
  email: text,
  phone: text,
  guests: v.array(
    v.object({
      position: count,
      name: text,
      age: v.nullable(count),
      kind: v.picklist(['child', 'adult']),
    }),
  ),
  answers: v.record(v.string(), v.unknown()),
  noted: v.boolean(),
  duplicate_of: text,
  submitted_at: v.string(),
  updated_at: v.string(),
  is_erased: v.boolean(),
});
export type PartyAnswer = v.InferOutput<typeof PartyAnswer>;

export const PartyDetails = v.object({
  party: StaffParty,
  code: v.string(),
  offer_id: text,
  form_id: text,
  updated_at: v.string(),
  is_host_erased: v.boolean(),
  host_erased_at: v.string(),
  host_reminded_at: text,
  guests_reminded_at: text,
  drafts: count,
  enquiry: v.nullable(BirthdayEnquiry),
  answers: v.array(PartyAnswer),
  more: v.boolean(),
});
export type PartyDetails = v.InferOutput<typeof PartyDetails>;

export const PartyHealth = v.array(
  v.object({
    response_id: v.string(),
    guest: text,
    age: v.nullable(count),
    details: v.record(v.string(), v.unknown()),
  }),
);
export type PartyHealth = v.InferOutput<typeof PartyHealth>;

export const PartyMade = v.object({ party_id: v.string(), code: v.string() });
export const PartyNotified = v.object({ notified: count });
export const PartyStatus = v.object({ status: v.picklist(['planned', 'cancelled']), notified: count });
export const PartyReminded = v.object({ queued: count });
export const AnswersSettled = v.object({ counts: v.picklist(['this', 'other', 'both']) });
