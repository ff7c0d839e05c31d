/** Anchor of the choices on the privacy policy. */
export const CONSENT_ANCHOR = 'what-you-allow';
