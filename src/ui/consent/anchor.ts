export const CONSENT_ANCHOR = 'what-you-allow';
