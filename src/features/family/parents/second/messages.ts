import type { InvitationView, JoiningPreview } from '#contract/family-parents.ts';
import { tooManyAttempts } from '#domain/too-many-attempts.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { plural } from '#contract/plural.ts';
import { dayOf } from '#domain/day-of.ts';
import { familyErrors } from '#ui/family/messages.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

const names = new Intl.ListFormat('en-GB');

export const secondMessages = {
  title: 'Parents',
  you: 'you',
  first: 'First parent',
  second: 'Second parent',
  unnamed: 'No name yet',
  noPhone: 'No phone yet',
  contactOffline: 'E-mail address and phone will load when you are online.',
  inviteTitle: 'Invite the second parent',
  inviteText:
    'They can see and do everything you can: children, health notes, bookings and credits. They get an e-mail with a link, and sign in with their own address.',
  inviteBring:
    'If they already have a family here, they can bring it along. Its children, bookings and credits then belong to both of you.',
  email: 'Their e-mail',
  send: 'Send invitation',
  openTitle: 'Invitation sent',
  open: (email: string, until: string) => `${email} can accept it until ${dayOf(until)}.`,
  mailed: (email: string) => `An e-mail is on its way to ${email}.`,
  notMailed: (email: string) =>
    `We could not send an e-mail to ${email}: your own address is not confirmed yet, or too many e-mails were sent there recently. Please send them the link yourself.`,
  link: 'Here is the link, so that you can send it yourself. We show it only once, and it works only for that address:',
  copy: 'Copy link',
  copied: 'Copied',
  sendAgain: 'Send again',
  withdraw: 'Withdraw invitation',
  withdrawMeans: (email: string) => `The link we sent to ${email} will stop working.`,
  keepOpen: 'Keep invitation',
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
  remove: 'Remove',
  handOver: 'Make them the first parent',
  leave: 'Leave this family',
  keep: 'Change nothing',
  handover: (at: string) =>
    `The second parent will become the first parent on ${at}. Until then, either of you can stop the handover.`,
  stopHandover: 'Stop handover',
  onlyFirst: 'Only the first parent can invite and remove parents.',
} as const;

export const askMessages = {
  remove: (name: string) => ({
    title: `Remove ${name}?`,
    text: `${name} will immediately lose access to your children, bookings and credits. You will both get an e-mail, and the calendar link will stop working. Your family, its bookings and credits will not change.`,
    yes: `Remove ${name}`,
  }),
  handOver: (name: string) => ({
    title: `Make ${name} the first parent?`,
    text: `This takes effect one day from now. From then on, ${name} can invite and remove parents and delete the family, and you will be the second parent. You both get an e-mail now, and either of you can stop the handover before then.`,
    yes: `Make ${name} the first parent`,
  }),
  leaveFirst: (name: string) => ({
    title: 'Leave this family?',
    text: `${name} will become the first parent and keep access to children, bookings and credits. You will lose access to them. You will both get an e-mail.`,
    yes: 'Leave family',
  }),
  leaveSecond: (name: string) => ({
    title: 'Leave this family?',
    text: `${name} will keep access to children, bookings and credits. You will lose access to them. You will both get an e-mail.`,
    yes: 'Leave family',
  }),
} as const;

export const doneMessages = {
  remove: (name: string) => `${name} is no longer in this family.`,
  handOver: (name: string, at: string) =>
    `${name} will become the first parent on ${at}. We have e-mailed you both.`,
  stopped: 'Handover stopped. Nothing has changed, and we have e-mailed you both.',
  leave: 'You have left the family.',
  renewals: (titles: readonly string[]) =>
    `${titles.join(', ')}: the renewal is still charged to the parent who pays for it, until somebody stops it.`,
} as const;

export const mailMessages = {
  title: 'E-mails about bookings',
  on: (email: string, other: string) =>
    `Confirmations, changes, refunds and reminders come to ${email}. ${other} gets them too.`,
  offMe: (other: string) => `Confirmations, changes, refunds and reminders go to ${other} only.`,
  offOther: (other: string) =>
    `Confirmations, changes, refunds and reminders come to you only: ${other} has turned them off.`,
  turnOff: 'Turn off e-mails for me',
  turnOn: 'Turn on e-mails for me',
  turnedOff: (other: string) => `Done. E-mails about bookings now go to ${other} only.`,
  turnedOn: 'Done. You get e-mails about bookings again.',
} as const;

export const inviteFaults = {
  email: 'That is not a valid e-mail address. Please check it.',
  ownAddress: 'That is your own address. Please enter the other parent’s.',
} as const;

export const secondErrors: OwnMessages = {
  ...familyErrors,
  rate_limited: 'Too many invitations. Please try again in an hour.',
  not_allowed: 'Only the first parent may do that.',
  parent_not_found: 'The second parent is no longer in this family.',
  family_not_found: 'You are no longer in this family.',
  last_parent: 'You are the only parent. You can delete the family instead, on the page “Privacy”.',
};

export const invitationMessages = {
  kick: 'An invitation',
  title: 'You are invited as the second parent',
  text: 'If you accept, you can see and do everything the other parent can: children, health notes, bookings, passes and credits. The other parent gets an e-mail. Either of you can leave later.',
  as: (email: string) =>
    `You are signed in as ${email}. The invitation works only for the address it was sent to.`,
  take: 'Join family',
  alone:
    'You have a family of your own here. You can bring it along, or keep the two families separate. We show you first what would come along.',
  shared:
    'You share a family here with another parent, so it can’t come along without them. Write to us, and we will talk to all of you.',
  preview: 'See what would come along',
  separate: 'Keep separate',
  bringTitle: 'Bring your family along?',
  bring: 'Bring family and join',
  notYet: 'Not yet',
  later: 'Not now',
  otherAddress: 'Sign in with another address',
  unverified:
    'Your e-mail address is not confirmed yet. Please open the link in our e-mail first, and then come back here.',
  joined: 'Welcome. You are now part of this family.',
} as const;

export function bringLines(preview: JoiningPreview): string[] {
  const other = preview.from_name ?? 'the other parent';
  const alsoMoved = [
    ...(preview.ahead > 0 ? [plural(preview.ahead, 'booking')] : []),
    ...(preview.credits > 0 ? [plural(preview.credits, 'credit')] : []),
    ...(preview.waiting > 0 ? [`${plural(preview.waiting, 'place')} on a waitlist`] : []),
    ...(preview.orders > 0 ? [plural(preview.orders, 'paid order')] : []),
  ];
  return [
    ...preview.children.map(({ name, is_merged }) =>
      is_merged
        ? `${name} is in both families and becomes one child. Where details differ, ${other}’s count. Yours wait on this page until one of you confirms them.`
        : `${name} comes along, with all details.`,
    ),
    ...(alsoMoved.length > 0 ? [`You also bring ${names.format(alsoMoved)}.`] : []),
    `You and ${other} will both see all of this and can change it.`,
    `People who may collect all children of ${other}’s family may then collect yours too. The people on your own list wait on this page until one of you confirms them.`,
    ...(preview.ends_calendar
      ? [`Your calendar link will stop working. Please use the calendar link of ${other}’s family instead.`]
      : []),
    'This can’t be undone. If you leave the family later, or are removed, everything you brought stays in it.',
  ];
}

/** Returns for example "Mei Tan invites you as the second parent of Kai and Lina". */
export function invitationTitle(view: InvitationView | null): string {
  if (!view) return invitationMessages.title;
  const children = view.children.length > 0 ? ` of ${names.format(view.children)}` : '';
  return `${view.from_name ?? 'The other parent'} invites you as the second parent${children}`;
}

export const invitationErrors: OwnMessages = {
  offline: `${offline} The invitation is still open. ${retryOnline}`,
  unexpected: 'That did not work. The invitation is still open. Please try again.',
  invitation_not_found:
    'This invitation has expired, was withdrawn, or was sent to a different address from the one you are signed in with.',
  collector_is_parent:
    'One of the two families has named a parent of the other as somebody who must never collect a child. Write to us before you join.',
  changed_meanwhile:
    'Something has changed since you opened this page, so we have not moved anything. Please check it again.',
  already_in_family:
    'You already belong to a family with children or bookings. Write to us, and we will merge the two families.',
  rate_limited: `${tooManyAttempts} The invitation is still open. Please try again in a moment.`,
};
