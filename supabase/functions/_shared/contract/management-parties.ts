import * as v from 'valibot';
import { Email, Phone } from './person.ts';
import { count } from './numbers.ts';
import { listPage } from './list-page.ts';

/**
 * Birthday parties for staff (docs/decisions "/admin/birthday-rsvps"). `noted` tells whether there are health notes.
 * Other calls return the notes and log who read them.
 */

const text = v.nullable(v.string());

const line = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));

export const GUESTS_MAX = 200;

/** The fields of a party that staff write. */
export const PartyFields = v.object({
  title: line(120),
  host_name: line(120),
  host_email: v.nullable(Email),
  host_phone: v.nullable(Phone),
  starts_at: v.string(),
  ends_at: v.string(),
  place: line(300),
  head_count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(GUESTS_MAX)),
  offer_id: text,
  /** The document with the guests' questions. Null means the default. */
  form_id: text,
});
export type PartyFields = v.InferOutput<typeof PartyFields>;

export const partySorts = ['starts', '-starts'] as const;

/** The filter of the list of parties. Days are in Singapore time, inclusive. */
export const PartiesFilter = v.partial(
  v.object({
    search: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
    /** If the state is missing, the list has the upcoming parties. */
    state: v.picklist(['over', 'cancelled', 'every']),
    from: v.pipe(v.string(), v.isoDate()),
    until: v.pipe(v.string(), v.isoDate()),
  }),
);
export type PartiesFilter = v.InferOutput<typeof PartiesFilter>;

/**
 * A party in the list. Answers that look like a family's second one are not counted. At `erased_at`, answers lose
 * their personal data.
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
  /** The number of guests that was agreed with the host. */
  head_count: count,
  /** The number of children who are coming, by the answers. */
  children: count,
  adults: count,
  /**
   * The numbers of answers by kind. `again` counts answers that look like a family's second one, and `noted` counts
   * answers with health notes.
   */
  answers: v.object({ coming: count, not_coming: count, again: count, noted: count }),
  erased_at: v.string(),
});
export type StaffParty = v.InferOutput<typeof StaffParty>;

export const StaffParties = listPage(StaffParty);

/** A lead that asked for a birthday party. */
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

/**
 * An answer of a guest. `answers` are by the field names of the form `form_id`. An erased answer still has the number
 * of guests by age.
 */
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
  /** True if the answer has health notes. */
  noted: v.boolean(),
  /** The answer that counts instead of this one. */
  duplicate_of: text,
  submitted_at: v.string(),
  updated_at: v.string(),
  is_erased: v.boolean(),
});
export type PartyAnswer = v.InferOutput<typeof PartyAnswer>;

export const PartyDetails = v.object({
  party: StaffParty,
  /** The code in the guests' link. */
  code: v.string(),
  offer_id: text,
  form_id: text,
  updated_at: v.string(),
  is_host_erased: v.boolean(),
  /** When the host's details are or were deleted. */
  host_erased_at: v.string(),
  host_reminded_at: text,
  guests_reminded_at: text,
  /** The number of answers that somebody started and did not send. */
  drafts: count,
  enquiry: v.nullable(BirthdayEnquiry),
  answers: v.array(PartyAnswer),
  /** True if there are more answers than the 300 that are listed. */
  more: v.boolean(),
});
export type PartyDetails = v.InferOutput<typeof PartyDetails>;

/** Health notes of guests. `guest` is the guest's name, and `details` are the answers by field name. */
export const PartyHealth = v.array(
  v.object({
    response_id: v.string(),
    guest: text,
    age: v.nullable(count),
    details: v.record(v.string(), v.unknown()),
  }),
);
export type PartyHealth = v.InferOutput<typeof PartyHealth>;

/** Answer to planning a party. `code` is the code in the guests' link. */
export const PartyMade = v.object({ party_id: v.string(), code: v.string() });
/** The number of families who got a mail. */
export const PartyNotified = v.object({ notified: count });
/** The party's status, and the number of families who got a mail about the change. */
export const PartyStatus = v.object({ status: v.picklist(['planned', 'cancelled']), notified: count });
/** The number of mails that were queued. */
export const PartyReminded = v.object({ queued: count });
/** Which of two answers counts. `this` is the one that staff opened. */
export const AnswersSettled = v.object({ counts: v.picklist(['this', 'other', 'both']) });
