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

/** How parents reach us. Never written in code: it changes without a release. */
export const contact = defineType({
  name: 'contact',
  title: 'Contact',
  type: 'object',
  fields: [
    defineField({
      name: 'whatsapp',
      title: 'WhatsApp number',
      description: 'With the country code, such as +65 8000 0000.',
      type: 'string',
      validation: (rule) =>
        rule
          .required()
          .regex(/^\+[1-9][0-9 ]{7,18}$/, { name: 'number' })
          .error('A number with its country code, such as +65 8000 0000.'),
    }),
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
