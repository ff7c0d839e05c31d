import type { ClassType } from '#contract/class-kinds.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';

export const kindMessages = {
  title: 'Kinds of class',
  text: 'What sessions and the weekly pattern are made of. Sessions already planned keep their length.',
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
  name: { label: 'Name', hint: 'Families read it when they book, also for sessions already planned.' },
  team: { label: 'Team', hint: 'Who may come is decided by the team’s ages and levels.' },
  teamFixed: 'Families have booked this kind of class, so its team stays.',
  noTeam: 'No team',
  from: { label: 'From level' },
  until: { label: 'To level' },
  noLevel: 'None',
  minutes: { label: 'Minutes', hint: 'New sessions begin with this length; each can have its own.' },
  create: 'Create',
  save: 'Save',
  leave: 'Go back',
  close: 'Close',
  created: (name: string) => `${name} can be planned now.`,
  saved: (name: string) => `${name} is saved.`,
  levelOrder: 'The first level can’t be above the last one, and each needs the other.',
} as const;

export const newCoachMessages = {
  title: 'Coaches without an account',
  text: 'You can plan them at once. When a business admin invites them under System, they keep their sessions.',
  none: 'Every coach has an account.',
  add: 'New coach',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  titleNew: 'New coach',
  titleOf: (name: string) => `Rename ${name}`,
  name: { label: 'Name', hint: 'Families read it with their sessions.' },
  created: (name: string) => `${name} can be planned now. No account and no e-mail was made.`,
  saved: (name: string) => `The name is now ${name}.`,
} as const;

export const kindRefusals: OwnMessages = {
  ...staffRefusals,
  changed_meanwhile: 'Somebody else has just changed this. Close it and open it again.',
  coach_has_account: 'This coach has an account now, so they change their name themselves.',
};
