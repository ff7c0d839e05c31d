export type MissingPart = 'name' | 'phone' | 'emergency_contact' | 'email';

/** The short steps of a parent's own profile (spec 1 §3). `people` is a list of people rather than plain fields. */
export const stepIds = ['you', 'reach', 'people', 'pickup', 'health', 'wishes'] as const;

export type StepId = (typeof stepIds)[number];
