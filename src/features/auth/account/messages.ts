import { factorMessages, newPasswordMessages } from '../messages.ts';

/** Texts of the account page of a signed-in user. */
export const accountMessages = {
  hello: (name: string) => `Hello, ${name}`,
  familyBase: 'Open Family Base',
  management: 'Management',
  studio: 'Open Studio',
  signOut: 'Sign out',
  password: {
    title: 'Password',
    action: 'Change password',
    saved: newPasswordMessages.saved,
  },
  email: {
    title: 'E-mail',
    currentAddress: (email: string) => `Now ${email}`,
    label: 'New e-mail',
    action: 'Change e-mail',
    sent: (email: string) =>
      `We sent one link to ${email} and one to your current address. Your address changes once you have opened both.`,
  },
  factor: {
    title: 'Two-step sign-in',
    why: 'After your password, you enter a code from an app on your phone. Somebody who only knows your password can’t sign in.',
    forStaff: 'You can see other families’ children, so please set it up.',
    needed: 'Your role needs two-step sign-in. Please set it up here once, then continue.',
    goOn: 'Continue',
    begin: 'Set up an app',
    another: 'Add a second device',
    scan: 'Scan this with an authenticator app, or type the key into it.',
    qr: 'Code to scan with an authenticator app',
    key: 'Key',
    keep: 'Write the key down and keep it with your passports. With it, any authenticator app shows your codes again. Without it, the only way back in is a call from us.',
    code: factorMessages.code,
    finish: 'Turn on',
    giveUp: 'Not now',
    addedOn: (day: string) => `since ${day}`,
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    removeWarning: 'Without it, your password alone opens your account.',
    yes: 'Yes, remove it',
    no: 'Keep it',
    one: 'You have one device. With a second one, you can still sign in if you lose the first.',
    factorOn: 'Two-step sign-in is on.',
  },
  doors: {
    title: 'Other devices',
    text: 'Have you lent your phone to somebody, or left a browser open somewhere?',
    others: 'Sign out everywhere else',
    global: 'Sign out everywhere',
    signedOutElsewhere: 'Signed out everywhere else.',
  },
} as const;
