import { defineType } from 'sanity';
import { head, lines, link, part, seo, text, words } from './fields.ts';

/** Texts around the checkout. Its error messages are in the code. */
export const checkoutPage = defineType({
  name: 'checkoutPage',
  title: 'Checkout',
  type: 'document',
  icon: () => '💳',
  fields: [
    words({ name: 'heading', title: 'Heading', max: 90 }),
    text({ name: 'lead', title: 'Lead', max: 300, optional: true }),
    part('child', 'About the child', [
      ...head(),
      words({ name: 'siblingLabel', title: 'Button that adds a sibling', max: 40 }),
      text({ name: 'siblingText', title: 'Sibling rebate', max: 240, fills: ['rebate'] }),
    ]),
    part('parent', 'About the parent', head()),
    part('health', 'Health and collection', [
      ...head(),
      text({ name: 'privacyText', title: 'Who reads it', max: 300 }),
    ]),
    part('transport', 'Camp transport', [
      ...head(),
      words({ name: 'addressLabel', title: 'Address field label', max: 60 }),
      words({ name: 'addressHint', title: 'Hint', max: 160, optional: true }),
    ]),
    part('overnight', 'Overnight camping of EPIC Camp', [
      ...head(),
      words({ name: 'askLabel', title: 'Box to tick', max: 160 }),
    ]),
    part('consents', 'Consents', [
      ...head({ lead: false }),
      words({ name: 'termsText', title: 'Terms', max: 200 }),
      words({ name: 'activityText', title: 'Taking part', max: 200, fills: ['child'] }),
      words({
        name: 'photoText',
        title: 'Photos',
        description: 'Parents can book without agreeing to this.',
        max: 300,
      }),
      words({
        name: 'newsText',
        title: 'News',
        description: 'Parents can book without agreeing to this.',
        max: 300,
      }),
    ]),
    part('summary', 'Summary', [
      words({ name: 'heading', title: 'Heading', max: 60 }),
      words({ name: 'codeLabel', title: 'Promotion code', max: 40 }),
      words({ name: 'payNote', title: 'Text under the button', max: 120 }),
      lines('promises', 'Promises', 0, 4),
    ]),
    part('empty', 'Empty cart', [
      words({ name: 'heading', title: 'Heading', max: 80 }),
      text({ name: 'text', title: 'Text', max: 200 }),
      link('link', 'Button'),
    ]),
    seo(),
  ],
  preview: { prepare: () => ({ title: 'Checkout', subtitle: '/checkout' }) },
});
