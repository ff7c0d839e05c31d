import { defineField, defineType } from 'sanity';
import { emoji, line } from '../fields.ts';
import { altProblem, altRemark } from '../rules/picture.ts';

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
    emoji({ description: 'Optional. Shown if the picture is missing.' }),
    line({
      name: 'label',
      title: 'Label',
      description: 'Optional. Shown below the emoji.',
      max: 40,
      optional: true,
    }),
  ],
  preview: {
    select: { title: 'label', subtitle: 'alt', media: 'image' },
  },
});
