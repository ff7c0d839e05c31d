/**
 * Beginning of the message for too many requests on every screen behind sign-in; the screen adds what happens to typed
 * text.
 */
export const tooOften = 'Too many attempts.';

export const tooOftenForNow = `${tooOften} Please try again in a few minutes.`;
