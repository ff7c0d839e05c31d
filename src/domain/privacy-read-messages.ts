import type { PrivacyRead } from '#contract/family-privacy.ts';

export const readTopics = {
  profile_health: 'a parent’s own health',
  order_child_details: 'health and pick-up details from a booking',
  form_response_health: 'health details from an answer to a party invitation',
  bookings: 'bookings',
  growth_reports: 'growth reports of camps',
} as const satisfies Partial<Record<PrivacyRead['topic'], string>>;

/** Describes what a coach saw: the roster with all children, or one child in it. */
export const rosterReads = {
  roster: 'the day’s list: health, phone numbers and who may collect each child',
  opened: 'health and contacts, opened separately',
  numbers: 'phone numbers, to write or call about a class, a camp or a message',
  kitchen: 'allergies, on the list for the kitchen',
  contacts: 'emergency contacts, to correct them at a parent’s request',
  attendance: 'attendance at a weekly class over time',
  growth_report: 'the growth report of a camp, to write or release it',
  owner_copy: 'your contact details and your children’s names and birthdays, in a copy of all data',
  desk: 'your contact details and your children’s names and birthdays, at the sales desk',
} as const;

export const todaysHealth = 'the day’s allergies, conditions and medicine';
