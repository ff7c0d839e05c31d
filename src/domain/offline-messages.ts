// Short messages about a missing network, which public pages share.

export const offline = 'You’re offline.';
export const retryOnline = 'Please try again when you are back online.';
export const stillTyped = 'Everything you typed is still here.';
export const offlineTyped = `${offline} ${stillTyped} ${retryOnline}`;
