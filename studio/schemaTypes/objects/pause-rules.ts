import { defineField } from 'sanity';

const limited = (name: string, title: string, description: string, most: number) =>
  defineField({
    name,
    title,
    description,
    type: 'number',
    validation: (rule) =>
      rule.integer().min(0).max(most).error(`“${title}” must be a whole number from 0 to ${most}.`),
  });

/** What a family may do with a pass that it bought. A pass keeps the rules of the day it was sold. */
export const pauseRules = (group: string) =>
  [
    limited(
      'pauseDays',
      'Days a family may pause it',
      'In all. The pass then ends later by as many days. Leave it empty if families may not pause this pass. A pass that renews is never paused.',
      366,
    ),
    limited('pauses', 'How often a family may pause it', 'For example, 2.', 20),
    limited(
      'pauseNoticeDays',
      'Notice before a pause, in days',
      'With 2, a pause can begin on the day after tomorrow. Leave it empty for no notice.',
      60,
    ),
    defineField({
      name: 'siblingCredits',
      title: 'Sessions may be moved to a sibling',
      description:
        'A parent may move unused sessions to another child of the family who is of the right age.',
      type: 'boolean',
      validation: (rule) =>
        rule.custom((value, { document }) =>
          value === true && document?.['onePerChild'] === true
            ? 'A pass that is sold once per child can’t be shared.'
            : true,
        ),
    }),
  ].map((field) => ({ ...field, group }));
