import type { CollectionRules } from '#contract/pickup.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, today } from '#domain/dates.ts';

type Child = CollectionRules['children'][number];
type Blocked = CollectionRules['blocked'][number];

const dateText = (at: string) => formatDate(today(new Date(at)));

export const collectionMessages = {
  title: 'Who must never collect your child, and going home alone',
  lead: 'Coaches see this when they hand over your child.',
  loading: 'Loading the people who must never collect your child',
  failed: 'This section did not load. Please try again.',
  offline: 'This section will load when you are online.',
  saved: 'Saved. Coaches see it from now on.',
  blocked: (name: string) => `Saved. Coaches are warned about ${name} from now on.`,
  alone: 'Going home alone',
  aloneLead: (age: number) =>
    `From age ${age}, a child may go home without an adult if you allow it. If you have not decided, a coach will ask you first.`,
  noChild: 'There are no children in your family yet. Add a child to decide who may go home alone.',
  mayGo: ({ name }: Child) => `${name} may go home alone`,
  since: ({ may_go_alone, is_old_enough, decided_by, decided_at }: Child, age: number): string => {
    const text =
      decided_at === null
        ? 'Not allowed.'
        : `${may_go_alone ? 'Allowed' : 'Not allowed'}, ${[decided_by, dateText(decided_at)].filter(Boolean).join(', ')}.`;
    return is_old_enough ? text : `${text} Too young at the moment; this applies from age ${age}.`;
  },
  never: 'Must never collect',
  nobody: 'You have not named anybody here.',
  entry: ({ child_name, added_by, added_at, note }: Blocked) =>
    [
      child_name ?? 'All children',
      note,
      `added ${[added_by && `by ${added_by}`, dateText(added_at)].filter(Boolean).join(', ')}`,
    ]
      .filter(Boolean)
      .join(' · '),
  remove: (name: string) => `Remove ${name}`,
  removeShort: 'Remove',
  name: 'Name',
  child: 'Which child',
  all: 'All children',
  note: 'How we can recognise them (optional)',
  add: 'Add person',
  needed: 'Please fill in the name.',
} as const;

export const refusals: OwnMessages = {
  collector_is_parent:
    'This person is a parent in your family. Remove them as a parent first, or write to us.',
  collector_not_found: 'This person has already been removed from the list.',
  list_full: 'There are already 20 people on the list. Please remove one first.',
  invalid_input: 'Please fill in a name of up to 120 letters, on one line.',
};
