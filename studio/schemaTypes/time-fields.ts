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
import { agreesWithVersions, keepsPublishedPrices } from './rules/scheduled-prices.ts';

/**
 * The format of dates, which has only digits. Studio takes the names of months from the browser's time zone, so that
 * outside Singapore 1 January would become “1 Dec”.
 */
export const DATE_FORMAT = 'YYYY-MM-DD';

/** A moment that is typed and shown in Singapore time, regardless of the browser's time zone. */
export const moment = (name: string, title: string, description = '', missing?: string) =>
  defineField({
    name,
    title,
    description: `${description} Singapore time.`.trim(),
    type: 'datetime',
    options: {
      displayTimeZone: brand.timeZone,
      allowTimeZoneSwitch: false,
      dateFormat: DATE_FORMAT,
      timeStep: 15,
    },
    validation: (rule) => (missing ? rule.required().error(missing) : []),
  });

/**
 * The time during which parents see the content. Pages leave out content that is not shown now, and are built again
 * when that changes. `unending` is the error message if it must have an end.
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

/** The time during which a product can be bought. Its switch “On sale” must also be on. */
export const saleTime = () =>
  showing({
    name: 'saleTime',
    title: 'On sale from and until',
    description: 'Optional. Outside this time it is off sale, as if “On sale” were switched off.',
  });

/** Prices that begin later. From its moment on, the checkout and the pages use such a price. */
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
      rule.custom(keepsPublishedPrices),
      rule.custom(agreesWithVersions).warning(),
    ],
  });
