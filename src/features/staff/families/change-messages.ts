import type { Corrected } from '#contract/management-families.ts';
import type { OrderSession } from '#contract/places.ts';
import { plural } from '#contract/plural.ts';
import type * as v from 'valibot';
import { formatMoment } from '#domain/dates.ts';
import { correctedNames } from '#ui/staff/messages.ts';

type Session = Pick<v.InferOutput<typeof OrderSession>, 'class_type' | 'location_name' | 'starts_at'>;
type Correction = v.InferOutput<typeof Corrected>;

/** These forms change what is on record about a family. */
export const changeMessages = {
  close: 'Close the form',
  signIn: 'Sign in again',
  leave: 'Close without saving',
  correctButton: 'Correct',
  levelButton: 'Level',
  teamButton: 'Team',
  bookButton: 'Book a class',
  bookOf: (name: string) => `Book a class for ${name}`,
  session: {
    label: 'Class',
    hint: 'Classes with a free spot that fit the child’s team and passes. The class uses one credit, and the family gets an e-mail.',
  },
  noSession: {
    label: 'Class',
    hint: 'At the moment, no class with a free spot fits the child’s team and passes.',
  },
  saveBooking: 'Book class',
  sessionOption: ({ class_type, location_name, starts_at }: Session) =>
    `${formatMoment(starts_at)} · ${class_type}, ${location_name}`,
  booked: (name: string, { class_type, location_name, starts_at }: Session, credits: number) =>
    `${name} is booked: ${class_type}, ${location_name}, ${formatMoment(starts_at)}. ${plural(credits, 'credit')} left on the pass.`,
  creditsButton: 'Add or deduct credits',
  /** A screen reader announces the button together with the person's name. */
  of: (button: string, name: string) => `${button}: ${name}`,
  correct: (name: string) => `Correct the details of ${name}`,
  saveCorrection: 'Save and tell the family',
  name: { label: 'Child’s full name' },
  dob: {
    label: 'Date of birth',
    hint: 'If you enter an earlier date, any permission to go home alone ends.',
  },
  parentName: { label: 'Parent’s full name' },
  email: { label: 'E-mail', hint: 'Links sent to the old address stop working, and we send new ones.' },
  accountEmail:
    'Only the account’s owner can change its e-mail address, in Family Base under “Sign-in and security”, “Change e-mail”. They must open a link sent to each address, so nobody can take over an account by phone. If they can’t open the old mailbox, invite the new address as second parent. We will notify the old address.',
  phone: { label: 'Mobile number' },
  reason: { label: 'Why', hint: 'Say who asked, and how. This becomes a note that the family can see.' },
  nothingChanged: 'You changed nothing, so nothing was saved.',
  corrected: ({ fields, notified }: Correction): string =>
    fields.length === 0
      ? changeMessages.nothingChanged
      : `Corrected: ${fields.map((field) => correctedNames[field]).join(', ')}. ${plural(notified, 'parent was', 'parents were')} notified by e-mail.`,
  levelOf: (name: string) => `Level of ${name}`,
  level: { label: 'Level' },
  levelOption: (level: number) => `Level ${level}`,
  levelNote: { label: 'Note for the family', hint: 'They see it in Family Base.' },
  saveLevel: 'Save level',
  levelSet: (name: string, level: number) => `${name} is on level ${level}.`,
  teamOf: (name: string) => `Teams that ${name} may join`,
  team: { label: 'Team', hint: 'The child may join this team at any age or level.' },
  agreed: { label: 'May join' },
  agreedOptions: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No longer' },
  ],
  saveTeam: 'Save team',
  mayJoin: (team: string) => `May join ${team}`,
  teamsNow: (name: string, teams: string[]) =>
    teams.length === 0
      ? `${name} can join teams only by age and level.`
      : `${name} may join ${teams.join(', ')} at any age or level.`,
  creditsOf: (child: string, pass: string) => `Credits of ${child}: ${pass}`,
  direction: (credits: number) => ({ label: 'What to do', hint: `${plural(credits, 'credit')} left now.` }),
  directions: [
    { value: 'give', label: 'Add' },
    { value: 'take', label: 'Deduct' },
  ],
  count: { label: 'How many' },
  creditReason: { label: 'Why', hint: 'We store this in the log, with your name.' },
  saveCredits: 'Save credits',
  creditsNow: (child: string, credits: number) => `${child} has ${plural(credits, 'credit')} on this pass.`,
} as const;
