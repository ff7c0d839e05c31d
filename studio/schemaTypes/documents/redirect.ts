import { defineField, defineType } from 'sanity';
import { flag } from '../fields.ts';
import { redirectedPaths } from '../links.ts';
import { redirectFromProblem, redirectToProblem } from '../rules/redirect.ts';

/** An old address and its new destination. */
export const redirect = defineType({
  name: 'redirect',
  title: 'Redirect',
  type: 'document',
  icon: () => '↪️',
  fields: [
    defineField({
      name: 'from',
      title: 'Address',
      description: 'On this site, such as /holiday-camp.',
      type: 'string',
      validation: (rule) => [
        rule.required().error('Which address?'),
        rule.custom(
          async (value, context) => redirectFromProblem(value, await redirectedPaths(context)) ?? true,
        ),
      ],
    }),
    defineField({
      name: 'to',
      title: 'Leads to',
      description: 'A page of this site such as /camps, or an address that begins with https://.',
      type: 'string',
      validation: (rule) => [
        rule.required().error('Where does it lead?'),
        rule.custom(async (value, context) => {
          const from = context.document?.['from'];
          const others = await redirectedPaths(context);
          return redirectToProblem(value, typeof from === 'string' ? from : undefined, others) ?? true;
        }),
      ],
    }),
    flag('permanent', 'For good', true, 'Off: browsers ask again each time. Off while you are not sure.'),
  ],
  preview: { select: { title: 'from', subtitle: 'to' } },
});
