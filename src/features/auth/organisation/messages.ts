export const organisationMessages = {
  open: 'Continue with your organisation',
  title: 'Your organisation.',
  lead: 'Type your work e-mail address. We take you to your organisation’s own sign-in page, and back.',
  email: 'Work e-mail',
  emailForm: 'Please type your work address, such as name@school.edu.sg.',
  action: 'Continue',
  unknown: 'No organisation with that address signs in here. Please check it, or sign in another way.',
  off: 'You can’t sign in with an organisation at the moment. Please sign in another way.',
} as const;
