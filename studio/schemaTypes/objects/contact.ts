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
        .error('Enter a link that starts with https://.'),
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
        .error('Enter a number with its country code, such as +65 8000 0000.'),
  });

/** The ways in which parents reach us. Editors can change them without a release. */
export const contact = defineType({
  name: 'contact',
  title: 'Contact',
  type: 'object',
  fields: [
    numberField('whatsapp', 'WhatsApp number', 'With the country code, for example +65 8000 0000.', true),
    numberField(
      'dutyPhone',
      'Duty phone',
      'Who to call when a child is hurt. Shown beside 995. Leave this empty to use the WhatsApp number.',
      false,
    ),
    defineField({
      name: 'email',
      title: 'E-mail',
      type: 'string',
      validation: (rule) =>
        rule.required().email().error('Enter an e-mail address, such as hello@example.com.'),
    }),
    defineField({
      name: 'hours',
      title: 'Answering hours',
      description: 'For example, “Daily, 9 am to 7 pm”.',
      type: 'string',
      validation: (rule) => rule.max(60),
    }),
    link('communityGroup', 'Community group'),
    link('saturdayGroup', 'Saturday class group'),
    link('sundayGroup', 'Sunday class group'),
  ],
});
