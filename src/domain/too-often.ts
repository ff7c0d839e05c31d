/**
 * How every screen behind a sign-in begins a refusal for many calls at once; what becomes of what was typed follows.
 */
export const tooOften = 'Too many attempts in a short time.';
