// Short messages of failures, which public pages share: a missing network, and what it means for the screen.

export const offline = 'You’re offline.';
export const retryOnline = 'Please try again when you are back online.';
export const stillTyped = 'Everything you typed is still here.';
export const offlineTyped = `${offline} ${stillTyped} ${retryOnline}`;
