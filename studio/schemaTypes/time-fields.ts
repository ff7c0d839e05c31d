import { defineArrayMember, defineField } from 'sanity';
import { brand } from '../../src/config/brand.ts';
import {
  plannedProblem,
  plannedRemark,
  showingProblem,
  showingRemark,
  type PlannedPrice,
  type Showing,
} from '../../supabase/functions/_shared/contract/selling-rules/planned.ts';

/** A moment, entered and shown in Singapore time whatever the browser's zone. */
export const moment = (name: string, title: string, description = '', missing?: string) =>
  defineField({
    name,
    title,
    description: `${description} Singapore time.`.trim(),
    type: 'datetime',
    options: {
      displayTimeZone: brand.timeZone,
      allowTimeZoneSwitch: false,
      dateFormat: 'D MMM YYYY',
      timeStep: 15,
    },
    validation: (rule) => (missing ? rule.required().error(missing) : []),
  });

/**
 * When parents see it. Content that is not shown now is left out of the pages, which are built again at its moments.
 * `unending` is the error if it has no end; without it an end is optional.
 */
export const showing = ({ name = 'showing', title = 'Shown', description = '', unending = '' } = {}) =>
  defineField({
    name,
    title,
    description:
      description ||
      'Leave “From” empty to show it at once, and “Until” empty to show it until you change it.',
    type: 'showing',
    validation: (rule) => [
      rule.custom<Showing | undefined>((value) =>
        unending !== '' && !value?.until ? unending : (showingProblem(value) ?? true),
      ),
      rule.custom<Showing>((value) => showingRemark(value, new Date()) ?? true).warning(),
    ],
  });

/** The time within which a product can be bought, besides its switch “On sale”. */
export const saleTime = () =>
  showing({
    name: 'saleTime',
    title: 'On sale from and until',
    description: 'Optional. Outside this time it is off sale, as if “On sale” were switched off.',
  });

/** Prices that begin later. The checkout charges each from its moment on, and pages show it from then on. */
export const plannedPrices = () =>
  defineField({
    name: 'plannedPrices',
    title: 'Planned prices',
    description: 'Optional. Parents see and pay each price from its date on, not before.',
    type: 'array',
    of: [defineArrayMember({ type: 'plannedPrice' })],
    validation: (rule) => [
      rule.max(10).error('Plan ten prices or fewer.'),
      rule.custom<PlannedPrice[]>(
        (value, { document }) => plannedProblem({ ...document, plannedPrices: value ?? null }) ?? true,
      ),
      rule
        .custom<PlannedPrice[]>(
          (value, { document }) =>
            plannedRemark({ ...document, plannedPrices: value ?? null }, new Date()) ?? true,
        )
        .warning(),
    ],
  });
