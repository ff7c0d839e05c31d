import { defineArrayMember, defineField, defineType } from 'sanity';
import { brand } from '../../../src/config/brand.ts';
import { flag, line, paragraph } from '../fields.ts';

export const assistant = defineType({
  name: 'assistant',
  title: `Ask the ${brand.product}`,
  type: 'document',
  icon: () => '🦦',
  fields: [
    flag('enabled', 'Shown', true, 'When this is off, the chat button only opens the choices.'),
    line({ name: 'heading', title: 'Heading', max: 40 }),
    paragraph({
      name: 'opening',
      title: 'First words',
      description: 'Keep them short, concrete and warm.',
      max: 200,
    }),
    line({
      name: 'disclosure',
      title: 'What it is',
      description: 'Say that it is a program and where the answers come from.',
      max: 160,
    }),
    line({ name: 'placeholder', title: 'Text in the empty field', max: 60 }),
    paragraph({ name: 'nothing', title: 'When it finds nothing', max: 240 }),
    paragraph({
      name: 'person',
      title: 'When a person should answer',
      description: 'For questions about one child’s health, the parent’s own booking or other people.',
      max: 240,
    }),
    paragraph({
      name: 'voice',
      title: 'Tone',
      description:
        'Describe the tone in a few words. Only a language model uses it, if you have one. It changes no rules, and the assistant does not quote it as fact.',
      max: 300,
      optional: true,
    }),
    defineField({
      name: 'suggestions',
      title: 'Suggested questions',
      description: 'Three for each page.',
      type: 'array',
      of: [defineArrayMember({ type: 'pageQuestions' })],
    }),
  ],
  preview: { prepare: () => ({ title: `Ask the ${brand.product}` }) },
});
