import { defineField, defineType, type PreviewValue, type StringRule } from 'sanity';
import { emoji, line } from '../fields.ts';
import { emojiProblem } from '../rules/emoji.ts';
import { altProblem, altRemark, replacementProblem, sizeRemark } from '../rules/picture.ts';

/** A rule for the emoji and the label, which are required if a picture has no image. */
const replaces = (rule: StringRule, title: string) =>
  rule.custom((value: string | undefined, { parent }) => replacementProblem(value, parent, title) ?? true);
const label = line({
  name: 'label',
  title: 'Label',
  description: 'Optional if there is an image. Shown below the emoji, and under pictures of a gallery.',
  max: 40,
  optional: true,
});

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
      validation: (rule) => rule.custom((_, { parent }) => sizeRemark(parent, 'small') ?? true).warning(),
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
    defineField({
      ...emoji({
        description: 'Optional if there is an image. Shown if the picture is missing or can’t be loaded.',
      }),
      validation: (rule) => [rule.custom((value) => emojiProblem(value) ?? true), replaces(rule, 'Emoji')],
    }),
    defineField({
      ...label,
      validation: (rule) => [...[label.validation(rule)].flat(), replaces(rule, 'Label')],
    }),
  ],
  preview: {
    select: { label: 'label', alt: 'alt', media: 'image' },
    prepare: ({ label, alt, media }: { label?: string; alt?: string; media?: PreviewValue['media'] }) => {
      const [title = 'Picture', subtitle = ''] = [label, alt].filter(Boolean);
      return { title, subtitle, ...(media ? { media } : {}) };
    },
  },
});
