import type { PrivacyRead } from '#contract/family-privacy.ts';

// Texts about who read what, shared by staff and family screens.

export const readTopics = {
  profile_health: 'a parent’s own health',
  order_child_details: 'what a booking told of health and pick-up',
  form_response_health: 'what an answer to a party told of health',
} as const satisfies Partial<Record<PrivacyRead['topic'], string>>;

/** Reads of a coach's roster, which shows all children, and of one child opened from it. */
export const rosterReads = {
  roster: 'the day’s list: health, numbers to call and who may collect',
  opened: 'health and contacts, opened alone',
} as const;

/** Reads of the day's health information, which covers all children at once. */
export const todaysHealth = 'allergies, conditions and medicine, for the day';
