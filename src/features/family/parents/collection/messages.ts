import type { CollectionRules } from '#contract/pickup.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, today } from '#domain/dates.ts';

type Child = CollectionRules['children'][number];
type Blocked = CollectionRules['blocked'][number];

const on = (at: string) => formatDate(today(new Date(at)));

export const collectionMessages = {
  title: 'Who must never collect, and going home alone',
  lead: 'Coaches see this when they hand your child over.',
  loading: 'Loading who may not collect',
  failed: 'This part did not load.',
  offline: 'This part will load when you are online.',
  saved: 'Saved. Coaches see it from now on.',
  blocked: (name: string) => `Saved. Coaches are warned about ${name} from now on.`,
  alone: 'Going home alone',
  aloneLead: (age: number) =>
    `From ${age} years on, a child may go home without an adult if you allow it. Without your word a coach asks you first.`,
  noChild: 'No child is in your family yet.',
  mayGo: ({ name }: Child) => `${name} may go home alone`,
  since: ({ may_go_alone, is_old_enough, decided_by, decided_at }: Child): string => {
    const said =
      decided_at === null
        ? 'Not allowed.'
        : `${may_go_alone ? 'Allowed' : 'Not allowed'}, ${[decided_by, on(decided_at)].filter(Boolean).join(', ')}.`;
    return is_old_enough ? said : `${said} Still too young by our rules: it counts later.`;
  },
  never: 'Must never collect',
  nobody: 'Nobody is named here.',
  entry: ({ child_name, added_by, added_at, note }: Blocked) =>
    [
      child_name ?? 'All children',
      note,
      `added ${[added_by && `by ${added_by}`, on(added_at)].filter(Boolean).join(', ')}`,
    ]
      .filter(Boolean)
      .join(' · '),
  remove: (name: string) => `Take off: ${name}`,
  removeShort: 'Take off',
  name: 'Name',
  child: 'Which child',
  all: 'All children',
  note: 'What helps us to recognise them (optional)',
  add: 'Add this person',
  needed: 'Please write the name.',
} as const;

export const refusals: OwnMessages = {
  collector_is_parent:
    'This person is a parent of your family here. Remove them as a parent first, or write to us.',
  collector_not_found: 'This person was taken off the list already.',
  list_full: 'Twenty people are on the list. Take one off first.',
  invalid_input: 'Please write a name of up to 120 letters on one line.',
};
