export type MissingPart = 'name' | 'phone' | 'emergency_contact' | 'email';

/**
 * A parent's profile has these steps (spec 1 §3). `people` is a list of people rather than plain
 * fields.
 */
export const stepIds = ['you', 'reach', 'people', 'pickup', 'health', 'wishes'] as const;

export type StepId = (typeof stepIds)[number];
