// The message about a missing network: these two sentences, and between them what that means for the screen.

export const offline = 'You’re offline.';
export const retryOnline = 'Please try again when you are back online.';
