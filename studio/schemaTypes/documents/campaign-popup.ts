import { defineArrayMember, defineField, defineType, type PreviewValue } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { audiences, campaignPages, frequencies } from '../../../src/config/campaigns.ts';
import { line, paragraph, picture } from '../fields.ts';
import { campaignButtonProblem } from '../rules/campaign.ts';
import { showing } from '../time-fields.ts';

const options = (list: Record<string, string>) => ({
  layout: 'radio' as const,
  list: Object.entries(list).map(([value, title]) => ({ value, title })),
});

/** A popup for a limited time: its text, pages, dates and audience (decisions "Campaign popups"). */
export const campaignPopup = defineType({
  name: 'campaignPopup',
  title: 'Campaign popup',
  type: 'document',
  icon: () => '📣',
  groups: [
    { name: 'words', title: 'Text', default: true },
    { name: 'when', title: 'When and where' },
  ],
  fields: [
    {
      ...line({
        name: 'name',
        title: 'Name',
        description: 'A name for Studio. Parents never see it.',
        max: 60,
      }),
      group: 'words',
    },
    { ...line({ name: 'kicker', title: 'Line above the heading', max: 60, optional: true }), group: 'words' },
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
    { ...picture(), group: 'words' },
    defineField({
      name: 'button',
      title: 'Button',
      type: 'popupOption',
      group: 'words',
      validation: (rule) => [
        rule.required().error('Add a button: it is what the popup is for.'),
        rule.custom<{ action?: string }>((value) => campaignButtonProblem(value) ?? true),
      ],
    }),
    {
      ...line({ name: 'dismissLabel', title: 'Button that closes it', max: 60 }),
      initialValue: 'Not now',
      group: 'words',
    },
    {
      ...showing({
        description: 'Leave “From” empty to show it at once. A campaign needs an end.',
        unending: 'Enter when the campaign ends.',
      }),
      group: 'when',
    },
    defineField({
      name: 'pages',
      title: 'Pages',
      description:
        'Choose none to show it on every page that sells. It never opens in the checkout, while booking, or in a family’s account.',
      type: 'array',
      group: 'when',
      of: [defineArrayMember({ type: 'string' })],
      options: { layout: 'grid', list: campaignPages.map(({ name, title }) => ({ value: name, title })) },
      validation: (rule) => rule.unique(),
    }),
    defineField({
      name: 'blockPages',
      title: 'Pages from blocks',
      type: 'array',
      group: 'when',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'page' }] })],
      validation: (rule) => rule.unique(),
    }),
    defineField({
      name: 'audience',
      title: 'For',
      type: 'string',
      group: 'when',
      initialValue: 'everyone',
      options: options(audiences),
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'frequency',
      title: 'How often',
      description:
        'This is counted per browser. The popup opens at most once on a page, and not after somebody has started to use the page.',
      type: 'string',
      group: 'when',
      initialValue: 'once',
      options: options(frequencies),
      validation: (rule) => rule.required(),
    }),
  ],
  preview: {
    select: { name: 'name', heading: 'heading', media: 'picture.image' },
    prepare: ({
      name,
      heading,
      media,
    }: {
      name?: string;
      heading?: string;
      media?: PreviewValue['media'];
    }) => ({
      title: withProduct(name ?? heading ?? 'Campaign popup'),
      subtitle: withProduct(heading ?? ''),
      ...(media ? { media } : {}),
    }),
  },
});
