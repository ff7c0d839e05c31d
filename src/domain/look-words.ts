import type { PrivacyRead } from '#contract/family-privacy.ts';

// Who looked at what, where staff and the family read it in the same words.

export const lookTopics = {
  profile_health: 'a parent’s own health',
  order_child_details: 'what a booking told of health and pick-up',
  form_response_health: 'what an answer to a party told of health',
} as const satisfies Partial<Record<PrivacyRead['topic'], string>>;

/** Of a coach's roster, which has everybody on it; and of one child that was opened there. */
export const rosterLooks = {
  roster: 'the day’s list: health, numbers to call and who may collect',
  opened: 'health and contacts, opened alone',
} as const;

/** Of the day's health, which is read for all children at once. */
export const todaysHealth = 'allergies, conditions and medicine, for the day';
