/** The id that leads to the choices on the privacy policy. */
export const CHOICES = 'what-you-allow';
