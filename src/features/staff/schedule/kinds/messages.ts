import type { ClassType } from '#contract/class-kinds.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';

export const kindMessages = {
  title: 'Kinds of class',
  text: 'You plan sessions and the weekly pattern with these kinds. Sessions already planned keep their length.',
  add: 'New kind of class',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  facts: ({ fields: { level, duration_minutes } }: ClassType, team: string | null) =>
    [
      team === null ? 'no team' : `${team} team`,
      level === null ? 'no level' : `level ${level.replace('-', ' to ')}`,
      `${duration_minutes} minutes`,
    ].join(' · '),
  titleNew: 'New kind of class',
  titleOf: (name: string) => `Edit ${name}`,
  name: { label: 'Name', hint: 'Families see it when they book, including for sessions already planned.' },
  team: { label: 'Team', hint: 'The team’s ages and levels decide who may come.' },
  teamFixed: 'Families have booked this kind of class, so you can’t change its team.',
  noTeam: 'No team',
  from: { label: 'From level' },
  until: { label: 'To level' },
  noLevel: 'None',
  minutes: {
    label: 'Minutes',
    hint: 'New sessions start with this length. You can change it for each session.',
  },
  create: 'Create',
  save: 'Save',
  leave: 'Go back',
  close: 'Close',
  created: (name: string) => `${name} can be planned now.`,
  saved: (name: string) => `${name} is saved.`,
  levelOrder: 'Please choose both levels or neither, and the lower one first.',
} as const;

export const newCoachMessages = {
  title: 'Coaches without an account',
  titleAll: 'Coaches',
  account: 'Has an account',
  text: 'You can plan them at once. When a business admin invites them under System, they keep their sessions.',
  none: 'Every coach has an account.',
  add: 'New coach',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  titleNew: 'New coach',
  titleOf: (name: string) => `Rename ${name}`,
  name: { label: 'Name', hint: 'Families see it with their sessions.' },
  deactivate: 'Deactivate',
  deactivateOf: (name: string) => `Deactivate ${name}`,
  deactivateTitle: (name: string) => `Deactivate ${name}`,
  deactivateMeans: (name: string) =>
    `Nobody can plan ${name} after this. Their name stays on what they have coached, and any open invitation ends.`,
  deactivateYes: 'Deactivate coach',
  deactivateNo: 'Go back',
  deactivated: (name: string) =>
    `${name} is deactivated. Their future sessions and camps have been handed over.`,
  formerTitle: 'Deactivated coaches',
  formerText: 'Nobody can plan them. If a coach comes back, activate them here and plan them again.',
  reactivate: 'Activate',
  reactivateOf: (name: string) => `Activate ${name}`,
  reactivated: (name: string) => `${name} can be planned again.`,
  created: (name: string) => `${name} can be planned now. We have not created an account or sent an e-mail.`,
  saved: (name: string) => `The name is now ${name}.`,
} as const;

export const kindRefusals: OwnMessages = {
  ...staffRefusals,
  changed_meanwhile:
    'Somebody else has just changed this, so nothing was saved. Close the form and open it again.',
  coach_has_account:
    'This coach has an account now. Only a business admin can rename them, or remove the role under System.',
  coach_leads: 'This coach has just been assigned something else. Please choose again who takes over.',
};
