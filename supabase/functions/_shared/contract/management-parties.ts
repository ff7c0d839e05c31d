import * as v from 'valibot';
import { count } from './numbers.ts';

/**
 * Staff's birthday parties: `list_parties`, `get_party_story`, `list_birthday_enquiries` and what changes a party
 * (decisions "/admin/birthday-rsvps"). Moments as ISO 8601. Nothing of anybody's health but `noted`: what was said is
 * read by `get_party_health` and `get_response_health`, which are logged.
 */

const text = v.nullable(v.string());

/** `starts`: the soonest first. */
export const partySorts = ['starts', '-starts'] as const;

/** `p_filter` of `list_parties`; without a state those to come. Days in Singapore, both included. */
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
 * `head_count` was agreed; `children` and `adults` said that they come, without answers that look like a family's
 * second (`again`). `noted`: answers of who comes that say something of health. `erased_at`: when people are taken off
 * the answers.
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

/** `count` to a thousand, and `more` where there are more; null on later pages. `next`: `p_after` of the next page. */
export const StaffParties = v.object({
  rows: v.array(StaffParty),
  next: text,
  count: v.nullable(count),
  more: v.nullable(v.boolean()),
});

/** `preferred_date`: a day. The lead is deleted at `auto_delete_at`, and the enquiry with it. */
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
  asked_at: v.string(),
  auto_delete_at: v.string(),
});
export type BirthdayEnquiry = v.InferOutput<typeof BirthdayEnquiry>;

export const BirthdayEnquiries = v.object({ count, first: v.array(BirthdayEnquiry) });

/** `answers`: by the field's name of the form `form_id`. Erased, it keeps how many of what age. */
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

/** `code` stands in the guests' link. `begun`: forms that somebody began and did not send. */
export const PartyStory = v.object({
  party: StaffParty,
  code: v.string(),
  offer_id: text,
  form_id: text,
  updated_at: v.string(),
  is_host_erased: v.boolean(),
  host_erased_at: v.string(),
  host_reminded_at: text,
  guests_reminded_at: text,
  begun: count,
  enquiry: v.nullable(BirthdayEnquiry),
  answers: v.array(PartyAnswer),
  more: v.boolean(),
});
export type PartyStory = v.InferOutput<typeof PartyStory>;

/** Of `get_party_health`; `guest` null: said of nobody in particular. */
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
/** `told`: how many mails were queued. */
export const PartyTold = v.object({ told: count });
export const PartyStatus = v.object({ status: v.picklist(['planned', 'cancelled']), told: count });
export const PartyReminded = v.object({ queued: count });
export const AnswersSettled = v.object({ counts: v.picklist(['this', 'other', 'both']) });
