/** The beginning of a message. Screens add what happens to typed text. */
export const tooManyAttempts = 'Too many attempts.';

export const tooManyAttemptsForNow = `${tooManyAttempts} Please try again in a few minutes.`;
