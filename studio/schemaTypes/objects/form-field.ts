import { defineArrayMember, defineField, defineType } from 'sanity';
import { withProduct } from '../../../src/config/brand.ts';
import { flag, line, paragraph } from '../fields.ts';
import { keyProblem, optionsProblem, takesOptions } from '../rules/form-fields.ts';

/** The kinds of fields. Answers to the first five have their own columns in the database. */
const types = [
  { value: 'contactName', title: 'The family’s name' },
  { value: 'contactEmail', title: 'The family’s e-mail' },
  { value: 'contactPhone', title: 'The family’s phone number' },
  { value: 'attending', title: 'Are they coming? (yes or no)' },
  { value: 'guests', title: 'Who is coming (name, age, allergies)' },
  { value: 'text', title: 'Line of text' },
  { value: 'paragraph', title: 'Longer text' },
  { value: 'number', title: 'Number' },
  { value: 'date', title: 'Date' },
  { value: 'choice', title: 'One of several (all in view)' },
  { value: 'select', title: 'One of several (list that opens)' },
  { value: 'multiple', title: 'Several can be chosen' },
  { value: 'yesNo', title: 'Yes or no' },
  { value: 'consent', title: 'Box to tick: agreement' },
];

const typeOf = (parent: unknown) =>
  typeof parent === 'object' && parent !== null && 'type' in parent && typeof parent.type === 'string'
    ? parent.type
    : undefined;

export const formField = defineType({
  name: 'formField',
  title: 'Field',
  type: 'object',
  fields: [
    line({ name: 'label', title: 'Question', max: 140 }),
    defineField({
      name: 'type',
      title: 'Kind of answer',
      type: 'string',
      options: { list: types },
      validation: (rule) => rule.required().error('Choose a kind of answer.'),
    }),
    flag('required', 'Must be answered', false),
    paragraph({
      name: 'help',
      title: 'Help',
      description: 'Shown below the question.',
      max: 200,
      optional: true,
    }),
    line({ name: 'placeholder', title: 'Example in the empty field', max: 60, optional: true }),
    defineField({
      name: 'options',
      title: 'Options',
      type: 'array',
      hidden: ({ parent }) => !takesOptions(typeOf(parent)),
      of: [defineArrayMember({ type: 'formOption' })],
      validation: (rule) =>
        rule.max(30).custom((options: { value?: string }[] | undefined, { parent }) => {
          const type = typeOf(parent);
          return optionsProblem({ ...(type ? { type } : {}), ...(options ? { options } : {}) }) ?? true;
        }),
    }),
    paragraph({
      name: 'consentText',
      title: 'Consent text',
      description: 'Only for a box to tick. Write the whole sentence that families agree to.',
      max: 400,
      optional: true,
    }),
    flag(
      'aboutHealth',
      'About health',
      false,
      'Turn this on for allergies, medicines and the like. The answer is stored separately, and we log everyone who reads it.',
    ),
    defineField({
      name: 'weekends',
      title: 'Usually on a weekend',
      description: 'For any other day the form shows a hint, but it can still be sent.',
      type: 'boolean',
      hidden: ({ parent }) => typeOf(parent) !== 'date',
    }),
    flag(
      'onlyIfComing',
      'Only for families who are coming',
      false,
      'Asked after they say that they are coming.',
    ),
    defineField({
      name: 'key',
      title: 'Key',
      description: 'The answer is stored under this key. Do not change it once families have answered.',
      type: 'string',
      validation: (rule) => [
        rule.required().error('Enter a key, such as “shoeSize”.'),
        rule.custom((value) => keyProblem(value) ?? true),
      ],
    }),
  ],
  validation: (rule) =>
    rule.custom((field: { type?: string; consentText?: string } | undefined) =>
      field?.type === 'consent' && !field.consentText?.trim()
        ? { message: 'Say what families agree to.', path: ['consentText'] }
        : true,
    ),
  preview: {
    select: { label: 'label', type: 'type', required: 'required' },
    prepare: ({ label, type, required }) => ({
      title: withProduct(String(label ?? 'No question')) + (required === true ? ' *' : ''),
      subtitle: types.find(({ value }) => value === type)?.title ?? 'No kind',
    }),
  },
});

export const formOption = defineType({
  name: 'formOption',
  title: 'Option',
  type: 'object',
  fields: [
    line({ name: 'label', title: 'Label', max: 80 }),
    defineField({
      name: 'value',
      title: 'Stored as',
      type: 'string',
      validation: (rule) =>
        rule
          .required()
          .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/, { name: 'value' })
          .error('Use letters, digits, hyphens and underscores, such as “own”.'),
    }),
  ],
  preview: { select: { title: 'label', subtitle: 'value' } },
});
