export type MissingPart = 'name' | 'phone' | 'emergency_contact' | 'email';

/** The steps of a parent's profile (spec 1 §3). `people` is a list of people, and the others have plain fields. */
export const stepIds = ['you', 'reach', 'people', 'pickup', 'health', 'wishes'] as const;

export type StepId = (typeof stepIds)[number];
