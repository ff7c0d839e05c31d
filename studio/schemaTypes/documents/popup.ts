import { defineArrayMember, defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { flag, line, lines, paragraph, picture } from '../fields.ts';
import { showing } from '../time-fields.ts';
import { uniqueSlug } from '../unique.ts';
import { popupKinds } from './popup-kinds.ts';

const words = (name: string, title: string, description?: string, max = 60) => ({
  ...line({ name, title, max, optional: true, ...(description ? { description } : {}) }),
});

/** The texts of a popup, and whether it is on (spec 1 §2, spec 2 §2). If an element has no text, it is not shown. */
export const popup = defineType({
  name: 'popup',
  title: 'Popup',
  type: 'document',
  icon: () => '🪧',
  groups: [
    { name: 'words', title: 'Text', default: true },
    { name: 'buttons', title: 'Choices and buttons' },
    { name: 'after', title: 'After sending' },
  ],
  fields: [
    defineField({
      name: 'popupId',
      title: 'Popup',
      type: 'string',
      readOnly: true,
      options: { list: popupKinds.map(({ id, title }) => ({ value: id, title })) },
      validation: (rule) => rule.required().custom(uniqueSlug('popup', 'popupId')),
    }),
    { ...flag('enabled', 'Shown', true, 'When this is off, the popup never opens.'), group: 'words' },
    { ...showing(), group: 'words' },
    { ...words('kicker', 'Line above the heading'), group: 'words' },
    { ...line({ name: 'heading', title: 'Heading', max: 80 }), group: 'words' },
    {
      ...paragraph({
        name: 'text',
        title: 'Text',
        description: 'Leave an empty line to start a new paragraph.',
        max: 400,
        optional: true,
      }),
      group: 'words',
    },
    { ...words('quote', 'Greeting', 'What the coach or mascot says.', 160), group: 'words' },
    { ...lines({ name: 'benefits', title: 'Reasons', max: 4 }), group: 'words' },
    { ...picture(), group: 'words' },
    defineField({
      name: 'options',
      title: 'Choices',
      type: 'array',
      group: 'buttons',
      of: [defineArrayMember({ type: 'popupOption' })],
      validation: (rule) => rule.max(6).error('Use six choices or fewer.'),
    }),
    {
      ...words(
        'triggerLabel',
        'Button that opens the popup',
        'Only for popups that have a button on the page.',
      ),
      group: 'buttons',
    },
    defineField({ name: 'button', title: 'Main button', type: 'popupOption', group: 'buttons' }),
    defineField({ name: 'secondButton', title: 'Second button', type: 'popupOption', group: 'buttons' }),
    { ...words('dismissLabel', 'Button that closes it'), group: 'buttons' },
    { ...words('footnote', 'Small print', undefined, 160), group: 'buttons' },
    { ...words('successHeading', 'Heading'), group: 'after' },
    { ...paragraph({ name: 'successText', title: 'Text', max: 300, optional: true }), group: 'after' },
    { ...words('successButton', 'Button'), group: 'after' },
  ],
  preview: {
    select: { popupId: 'popupId', heading: 'heading', enabled: 'enabled' },
    prepare: ({ popupId, heading, enabled }) => {
      const kind = popupKinds.find(({ id }) => id === popupId);
      return {
        title: `${kind?.title ?? withProduct(String(heading ?? 'Popup'))}${enabled === false ? ' (off)' : ''}`,
        subtitle: kind ? `Opens ${kind.opens}` : withProduct(String(heading ?? '')),
      };
    },
  },
});
