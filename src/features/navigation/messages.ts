/** Labels of the links that the law requires. */
export const legalLinks = { terms: 'Terms', privacy: 'Privacy', termsOfService: 'Terms of Service' };
