/** Screens add to this sentence what happens to typed text. */
export const tooManyAttempts = 'Too many attempts.';

export const tooManyAttemptsForNow = `${tooManyAttempts} Please try again in a few minutes.`;
