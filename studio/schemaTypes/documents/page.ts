import { defineArrayMember, defineField, defineType, type PreviewValue } from 'sanity';
import { pageWeightRemarks } from '../../../src/config/page-blocks.ts';
import { pageLookRemarks } from '../../../src/config/page-look.ts';
import { withProduct } from '../../../src/config/brand.ts';
import { blockGroups, pageBlocks } from '../blocks/index.ts';
import { sketchOf } from '../blocks/sketches.ts';
import { line } from '../fields.ts';
import { takenAddresses } from '../links.ts';
import { seo } from '../pages/fields.ts';
import { blocksProblem } from '../rules/blocks.ts';
import { keepsOldLinks, tellsOfOldAddress } from '../rules/moved-page.ts';
import { pageAddressProblem } from '../rules/page-address.ts';
import { showing } from '../time-fields.ts';

/** A page that marketing makes of blocks, with its own address (decisions "Pages from blocks"). */
export const page = defineType({
  name: 'page',
  title: 'Page',
  type: 'document',
  icon: () => '🧱',
  groups: [
    { name: 'blocks', title: 'Blocks', default: true },
    { name: 'when', title: 'When' },
    { name: 'around', title: 'Bar and popups' },
    { name: 'search', title: 'Search and sharing' },
  ],
  fields: [
    {
      ...line({
        name: 'title',
        title: 'Name',
        description:
          'For Studio, and for the path that Google shows above a search result. On the page, parents read the heading of the first screen.',
        max: 60,
      }),
      group: 'blocks',
    },
    defineField({
      name: 'address',
      title: 'Address',
      description:
        'The address of the page, such as /june-holidays. No menu lists the page: link to it from another page or an advertisement. Search engines find it too. After the first publication a new address breaks old links, so add a redirect.',
      type: 'string',
      group: 'blocks',
      validation: (rule) => [
        rule.required().error('Enter an address, such as /june-holidays.'),
        rule.custom(
          async (value, context) => pageAddressProblem(value, await takenAddresses(context)) ?? true,
        ),
        rule.custom(keepsOldLinks),
        rule.custom(tellsOfOldAddress).warning(),
      ],
    }),
    defineField({
      name: 'blocks',
      title: 'Blocks',
      description: 'Drag the blocks into the order of the page.',
      type: 'array',
      group: 'blocks',
      of: pageBlocks.map(({ name }) => defineArrayMember({ type: name })),
      options: {
        insertMenu: {
          filter: true,
          groups: blockGroups,
          views: [{ name: 'grid', previewImageUrl: sketchOf }, { name: 'list' }],
        },
      },
      validation: (rule) => [
        rule.required().min(1).error('Add a block: without blocks the page is empty.'),
        rule.max(30).error('Use 30 blocks or fewer.'),
        rule.custom<{ _type?: string }[]>((blocks) => blocksProblem(blocks) ?? true),
        rule
          .custom<{ _type: string }[]>(
            (blocks = []) => [...pageWeightRemarks(blocks), ...pageLookRemarks(blocks)].join(' ') || true,
          )
          .warning(),
      ],
    }),
    {
      ...showing({
        description:
          'Leave both empty to show the page until you change it. Outside this time its address leads to “Page not found”, so link to it only from what is shown at the same time.',
      }),
      group: 'when',
    },
    defineField({
      name: 'bar',
      title: 'Announcement bar',
      type: 'string',
      group: 'around',
      initialValue: 'site',
      options: {
        layout: 'radio',
        list: [
          { value: 'site', title: 'The bar of every page, from the settings' },
          { value: 'own', title: 'A bar for this page only' },
          { value: 'none', title: 'No bar' },
        ],
      },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'announcement',
      title: 'Bar of this page',
      type: 'announcement',
      group: 'around',
      hidden: ({ document }) => document?.['bar'] !== 'own',
    }),
    defineField({
      name: 'popups',
      title: 'Popups that open automatically',
      type: 'string',
      group: 'around',
      initialValue: 'none',
      options: {
        layout: 'radio',
        list: [
          { value: 'none', title: 'None' },
          { value: 'classes', title: 'Welcome and exit offer, as on the home page' },
          { value: 'camps', title: 'Welcome and exit offer for camps' },
        ],
      },
      validation: (rule) => rule.required(),
    }),
    // This is the only field of its tab, so it is not collapsed.
    { ...seo(), options: { collapsible: false }, group: 'search' },
  ],
  preview: {
    select: { title: 'title', address: 'address', media: 'blocks.0.picture.image' },
    prepare: ({
      title,
      address,
      media,
    }: {
      title?: string;
      address?: string;
      media?: PreviewValue['media'];
    }) => ({
      title: withProduct(title ?? 'Page without a name'),
      subtitle: withProduct(address ?? 'No address yet'),
      ...(media ? { media } : {}),
    }),
  },
});
