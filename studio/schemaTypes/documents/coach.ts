import { defineType } from 'sanity';
import { flag, line, lines, order, paragraph, picture } from '../fields.ts';

/** A coach, as parents see them. */
export const coach = defineType({
  name: 'coach',
  title: 'Coach',
  type: 'document',
  icon: () => '🧢',
  fields: [
    line({ name: 'name', title: 'Name', description: 'As children call them: “Coach Hafiz”.', max: 60 }),
    line({ name: 'role', title: 'What they do', max: 80 }),
    paragraph({ name: 'bio', title: 'About them', max: 320 }),
    line({ name: 'quote', title: 'In their own words', max: 160 }),
    lines({ name: 'certificates', title: 'Certificates', min: 1, max: 5 }),
    flag('shown', 'Shown on the site', true),
    picture(),
    order(),
  ],
  orderings: [{ name: 'order', title: 'As on the site', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'role', media: 'picture.image' } },
});
