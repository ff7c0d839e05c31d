export const legalLinks = { terms: 'Terms', privacy: 'Privacy', termsOfService: 'Terms of Service' };
