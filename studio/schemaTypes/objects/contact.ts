import { defineField, defineType } from 'sanity';

const link = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'url',
    validation: (rule) =>
      rule
        .required()
        .uri({ scheme: ['https'] })
        .error('A link that begins with https://'),
  });

const numberField = (name: string, title: string, description: string, isRequired: boolean) =>
  defineField({
    name,
    title,
    description,
    type: 'string',
    validation: (rule) =>
      (isRequired ? rule.required() : rule)
        .regex(/^\+[1-9][0-9 ]{7,18}$/, { name: 'number' })
        .error('A number with its country code, such as +65 8000 0000.'),
  });

/** How parents reach us. It is content rather than code, because it changes without a release. */
export const contact = defineType({
  name: 'contact',
  title: 'Contact',
  type: 'object',
  fields: [
    numberField('whatsapp', 'WhatsApp number', 'With the country code, such as +65 8000 0000.', true),
    numberField(
      'dutyPhone',
      'Duty phone',
      'Whom to call when a child is hurt: shown beside 995. Empty: the WhatsApp number.',
      false,
    ),
    defineField({
      name: 'email',
      title: 'E-mail',
      type: 'string',
      validation: (rule) => rule.required().email().error('An e-mail address, such as hello@example.com.'),
    }),
    defineField({
      name: 'hours',
      title: 'When somebody answers',
      description: 'Such as “Daily, 9 am to 7 pm”.',
      type: 'string',
      validation: (rule) => rule.max(60),
    }),
    link('communityGroup', 'Community group'),
    link('saturdayGroup', 'Group of the Saturday classes'),
    link('sundayGroup', 'Group of the Sunday classes'),
  ],
});
