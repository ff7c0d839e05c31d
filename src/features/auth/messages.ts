import { PASSWORD_LENGTH_MIN } from '#contract/passwords.ts';
import { plural } from '#contract/plural.ts';
import type { Role } from '#domain/role.ts';
import type { SignInMail, LinkType } from './model.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

export const messages = {
  title: 'Welcome back.',
  lead: 'Sign in to see your children, credits and bookings.',
  signIn: 'Sign in',
  signingIn: 'Authenticating...',
  otherMethods: 'Other ways to sign in',
  signOut: 'Sign out',
  signedOut: 'You were signed out. Please sign in again.',
  incomplete: 'You must provide either an email or phone number and a password.',
  unexpected: 'An unexpected error occurred. Please try again.',
  offline: `${offline} ${retryOnline}`,
  slowDown: 'Please try again in a moment.',
  blocked: (site: string) =>
    `This browser saves nothing for our site, so it can’t keep you signed in. Please allow cookies and site data for ${site}, then reload this page. You can book without an account.`,
  email: 'E-mail',
  emailOrPhone: 'E-mail or mobile',
  emailMissing: 'Please type your e-mail address.',
  emailForm: 'Please check your e-mail address. It needs an @ and an ending, such as .com or .sg.',
  password: 'Password',
  newPassword: 'New password',
  passwordMissing: 'Please type a password.',
  passwordHint: `At least ${PASSWORD_LENGTH_MIN} characters. Three words are harder to guess than one with symbols.`,
  show: 'Show',
  hide: 'Hide',
  forgotten: 'Forgot your password?',
  byLink: 'E-mail me a sign-in link',
  toSignUp: 'Create an account',
  toSignIn: 'Sign in instead',
  back: 'Back to sign in',
  codeLabel: 'Code from the e-mail',
  codeForm: 'The code has 6 digits.',
  next: 'Continue',
} as const;

export const signUpMessages = {
  title: 'Create an account.',
  lead: 'Your bookings in one place, and the next one in two taps. We e-mail you a link; after that you can choose a password.',
  name: 'Your name',
  nameHint: 'Optional.',
  action: 'Create my account',
  agree: 'By creating an account, you agree to the',
  signUpClosed: 'You can’t create an account right now. You can book without one.',
} as const;

export const forgottenMessages = {
  title: 'New password.',
  lead: 'Tell us your e-mail address, and we will send you a link to choose one.',
  action: 'Send the link',
} as const;

export const linkMessages = {
  title: 'Sign in by e-mail.',
  lead: 'We e-mail you a link, and you need no password. If you have no account yet, the link creates one.',
  action: 'Send me the link',
} as const;

export const sentMessages = {
  title: 'Check your e-mail.',
  lead: {
    signup: 'We sent a link to confirm your address to',
    magiclink: 'We sent a link to sign you in to',
    recovery: 'If this address has an account, a link to choose a new password is on its way to',
  } satisfies Record<SignInMail, string>,
  anyDevice:
    'The link works for one hour, on this device or another. You can also type the code from the e-mail:',
  sendAgain: 'Send the e-mail again',
  wait: (seconds: number) => `Send the e-mail again in ${seconds} s`,
  sentAgain: 'Sent again.',
  nothing:
    'Nothing there? Look in your spam folder. If the address already has an account, sign in or choose a new password.',
  otherAddress: 'Use another address',
} as const;

export const confirmMessages: Record<LinkType, { title: string; text: string; action: string }> = {
  signup: {
    title: 'Nearly there.',
    text: 'One tap confirms your address.',
    action: 'Confirm my address',
  },
  magiclink: { title: 'Nearly there.', text: 'One tap, and you are signed in.', action: 'Sign me in' },
  recovery: {
    title: 'A new password.',
    text: 'One tap, and you can choose it.',
    action: 'Choose a new password',
  },
  invite: {
    title: 'You are invited.',
    text: 'One tap, then choose a password.',
    action: 'Accept the invitation',
  },
  email_change: {
    title: 'A new address.',
    text: 'One tap confirms the change for this mailbox.',
    action: 'Confirm the change',
  },
};

export const confirmMore = {
  as: (email: string) => `This link is for ${email}.`,
  otherAccount:
    'This link is not for the account it names, so we have signed you out. Please ask for a new link here, and do not use links that others forward to you.',
  signedInAs: (name: string) => `You are signed in as ${name} now.`,
  overTitle: 'You need a new link.',
  linkExpired: 'This link has expired or was already used.',
  overText: 'Each link works once, for one hour. You can ask for another one here.',
  another: 'Ask for another link',
  oneMailboxLeft: 'One more address to confirm.',
  halfText: 'This one is confirmed. Please also open the e-mail we sent to the other address.',
} as const;

export const newPasswordMessages = {
  title: 'Choose a password.',
  lead: 'You are signed in. Choose the password you will use from now on.',
  leadNew: 'Your address is confirmed. Now choose a password for your account.',
  later: 'Not now, I’ll sign in by e-mail',
  action: 'Save the password',
  saved: 'Your password has been changed.',
} as const;

export const factorMessages = {
  title: 'One more step.',
  lead: 'Type the 6 digits that your authenticator app shows for us now.',
  codeLabel: 'Code from the app',
  wrong: 'That code is not right. It changes every 30 seconds: please type the one shown now.',
  device: 'Which device',
  action: 'Continue',
  noApp: 'No access to the app?',
  lostAdvice: [
    'Use the other device, if you have set up two.',
    'Or type the key that you wrote down into any authenticator app: it shows the codes again.',
    'Neither? Write to us from your e-mail address. We will call you back, make sure that it is you, and turn two-step sign-in off.',
  ],
  write: 'Write to us',
} as const;

export const againMessages = {
  title: 'Is it still you?',
  text: (email: string) =>
    `You were signed out. Sign in as ${email} to continue. Everything you typed is still here.`,
  fresh: (email: string) =>
    `To make sure that it is you, please sign in again as ${email}. Then we will continue.`,
  notNow: 'Not now',
  otherSignIn: 'Sign in another way',
} as const;

export const arrivedMessages = {
  title: 'You are signed in.',
  orders: (count: number) =>
    `${plural(count, 'earlier booking is', 'earlier bookings are')} now in your Family Base.`,
  text: 'Please check the details you gave us about children, health and pick-up.',
  open: 'Open Family Base',
  goOn: 'Continue where I left off',
} as const;

export const roleNames: Record<Role, string> = {
  business_admin: 'Business admin',
  admin: 'Admin',
  coach: 'Coach',
  marketer: 'Marketer',
  customer: 'Parent',
};
