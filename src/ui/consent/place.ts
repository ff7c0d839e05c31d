/** Anchor of the choices on the privacy policy. */
export const CHOICES = 'what-you-allow';
