import { tooOften } from '#domain/too-often.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { dayOf } from '#domain/day-of.ts';
import { familyErrors } from '#ui/family/messages.ts';

export const secondMessages = {
  title: 'Parents',
  you: 'you',
  first: 'First parent',
  second: 'Second parent',
  unnamed: 'No name yet',
  noPhone: 'No phone yet',
  kept: 'Address and phone will load when you are online.',
  inviteTitle: 'Invite the second parent',
  inviteText:
    'They see and do what you do: children, health notes, bookings, credits. They get an e-mail with a link and sign in with their own address.',
  email: 'Their e-mail',
  send: 'Send the invitation',
  openTitle: 'An invitation is open',
  open: (email: string, until: string) => `${email} has until ${dayOf(until)} to take it.`,
  mailed: (email: string) => `An e-mail is on its way to ${email}.`,
  notMailed: (email: string) =>
    `No e-mail went to ${email}: your own address is not confirmed yet, or many went there lately. Please pass the link on yourself.`,
  link: 'The link, to pass on yourself. It is shown this once, and works only for that address:',
  copy: 'Copy the link',
  copied: 'Copied',
  again: 'Send it anew',
  withdraw: 'Withdraw it',
  withdrawMeans: (email: string) => `The link that ${email} has then leads nowhere.`,
  keepOpen: 'Leave it open',
  withdrawn: 'The invitation is withdrawn. Its link leads nowhere now.',
  remove: 'Remove',
  handOver: 'Make them first parent',
  leave: 'Leave this family',
  keep: 'Keep it as it is',
  handover: (at: string) =>
    `The second parent becomes the first one on ${at}. Until then either of you can stop it.`,
  stopHandover: 'Stop the handover',
  onlyFirst: 'Inviting and removing is up to the first parent.',
} as const;

/** Questions before an action that the other parent notices. */
export const askMessages = {
  remove: (name: string) => ({
    title: `Remove ${name}?`,
    text: `${name} no longer sees your children, bookings or credits, from this moment on. Both of you get an e-mail, and the calendar link ends. The family, its bookings and credits stay here.`,
    yes: `Remove ${name}`,
  }),
  handOver: (name: string) => ({
    title: `Make ${name} the first parent?`,
    text: `It happens in a day. From then on ${name} invites and removes parents, and may erase the family. You stay the second parent. Both of you get an e-mail now, and either can stop it until then.`,
    yes: `Make ${name} first parent`,
  }),
  leaveFirst: (name: string) => ({
    title: 'Leave this family?',
    text: `${name} becomes the first parent and keeps children, bookings and credits. You see none of it any more. Both of you get an e-mail.`,
    yes: 'Leave the family',
  }),
  leaveSecond: (name: string) => ({
    title: 'Leave this family?',
    text: `${name} keeps children, bookings and credits. You see none of it any more. Both of you get an e-mail.`,
    yes: 'Leave the family',
  }),
} as const;

export const doneMessages = {
  remove: (name: string) => `${name} is no longer in this family.`,
  handOver: (name: string, at: string) =>
    `${name} becomes the first parent on ${at}. Both of you got an e-mail.`,
  stopped: 'Stopped. Everything stays as it is, and both of you get an e-mail.',
  leave: 'You have left the family.',
  renewals: (titles: readonly string[]) =>
    `${titles.join(', ')}: the parent who pays for it will be charged until it is stopped.`,
} as const;

export const mailMessages = {
  title: 'E-mails about bookings',
  on: (email: string, other: string) =>
    `Confirmations, changes, refunds and reminders come to ${email}. ${other} gets them too.`,
  offMe: (other: string) => `They go to ${other} only.`,
  offOther: (other: string) =>
    `Confirmations, changes, refunds and reminders come to you only: ${other} has turned them off.`,
  turnOff: 'Turn off for me',
  turnOn: 'Turn on for me',
  turnedOff: (other: string) => `Done. E-mails about bookings now go to ${other} only.`,
  turnedOn: 'Done. You get e-mails about bookings again.',
} as const;

export const inviteFaults = {
  email: 'No e-mail can reach that address.',
  own: 'That is your own address.',
} as const;

export const secondErrors: OwnMessages = {
  ...familyErrors,
  rate_limited: 'Too many invitations. Please try again in an hour.',
  not_allowed: 'Only the first parent may do that.',
  family_full: 'This family has two parents already.',
  parent_not_found: 'There is no second parent any more.',
  family_not_found: 'You are not in this family any more.',
  last_mail_recipient: 'One of you two must get these e-mails. Ask the other parent to turn theirs on first.',
  last_parent: 'You are the only parent. You can erase the family instead, on the page “Privacy”.',
};

export const invitationMessages = {
  kick: 'An invitation',
  title: 'You are invited to a family',
  text: 'Take it, and you see and do what the other parent does: the children with their health notes, bookings, passes and credits. The other parent is told by e-mail, and each of you can part again.',
  as: (email: string) =>
    `You are signed in as ${email}. The invitation works only for the address it was sent to.`,
  own: 'Orders and children that you have in an account of your own do not come along.',
  take: 'Join the family',
  later: 'Not now',
  other: 'Sign in with another address',
  unproven:
    'Your e-mail address is not confirmed yet. Please open the link in our e-mail first, and then come back here.',
  joined: 'Welcome. This family is yours as well now.',
} as const;

export const invitationErrors: OwnMessages = {
  offline: 'You seem to be offline. The invitation is still open. Please try again when you are back online.',
  unexpected: 'That did not work. The invitation is still open. Please try again.',
  invitation_not_found:
    'This invitation is over, was withdrawn, or was sent to another address than the one you are signed in with.',
  already_in_family:
    'You belong to a family already, with children or bookings of its own. Write to us and we make one family of both.',
  family_full: 'This family has two parents by now.',
  rate_limited: `${tooOften} Please wait a moment. The invitation is still open.`,
};
