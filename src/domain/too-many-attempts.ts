/**
 * Beginning of the message for too many requests on every screen behind sign-in; the screen adds what happens to typed
 * text.
 */
export const tooManyAttempts = 'Too many attempts.';

export const tooManyAttemptsForNow = `${tooManyAttempts} Please try again in a few minutes.`;
