import { defineField, defineType } from 'sanity';
import { line } from '../fields.ts';
import { altProblem, altRemark, sizeRemark } from '../rules/picture.ts';

/** A picture. If it is missing or broken, its emoji and label are shown (spec 1 §8). */
export const pictureType = defineType({
  name: 'picture',
  title: 'Picture',
  type: 'object',
  fields: [
    defineField({
      name: 'image',
      title: 'Image',
      description: 'The circle marks what stays in view when the picture is cropped.',
      type: 'image',
      options: { hotspot: true },
      validation: (rule) => rule.custom((value) => sizeRemark(value) ?? true).warning(),
    }),
    defineField({
      name: 'alt',
      title: 'What it shows',
      description: 'Read out to parents who can’t see it.',
      type: 'string',
      validation: (rule) => [
        rule.max(160).error('This is too long: use 160 characters or fewer.'),
        rule.custom((value, { parent }) => altProblem(value, parent) ?? true),
        rule.custom((value) => altRemark(value) ?? true).warning(),
      ],
    }),
    line({ name: 'emoji', title: 'Emoji', description: 'Shown if the picture is missing.', max: 8 }),
    line({ name: 'label', title: 'Label', description: 'Shown below the emoji.', max: 40 }),
  ],
  preview: {
    select: { title: 'label', subtitle: 'alt', media: 'image' },
  },
});
