import { defineField, defineType } from 'sanity';
import { flag } from '../fields.ts';
import { takenAddresses } from '../links.ts';
import { redirectFromProblem, redirectToProblem } from '../rules/redirect.ts';

export const redirect = defineType({
  name: 'redirect',
  title: 'Redirect',
  type: 'document',
  icon: () => '↪️',
  fields: [
    defineField({
      name: 'from',
      title: 'Old address',
      description: 'The old address on this site, for example /holiday-camp.',
      type: 'string',
      validation: (rule) => [
        rule.required().error('Enter the old address.'),
        rule.custom(
          async (value, context) => redirectFromProblem(value, await takenAddresses(context)) ?? true,
        ),
      ],
    }),
    defineField({
      name: 'to',
      title: 'New address',
      description: 'A page on this site, such as /camps, or an address that starts with https://.',
      type: 'string',
      validation: (rule) => [
        rule.required().error('Enter the new address.'),
        rule.custom(async (value, context) => {
          const from = context.document?.['from'];
          const addresses = await takenAddresses(context);
          return redirectToProblem(value, typeof from === 'string' ? from : undefined, addresses) ?? true;
        }),
      ],
    }),
    flag(
      'permanent',
      'Permanent',
      true,
      'When this is off, browsers ask for the new address every time. Leave it off until you are sure.',
    ),
  ],
  preview: { select: { title: 'from', subtitle: 'to' } },
});
