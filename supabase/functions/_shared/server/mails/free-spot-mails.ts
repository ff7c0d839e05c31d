import { createElement } from 'react';
import * as v from 'valibot';
import { missingDetails } from '../../contract/family.ts';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { whoAndWhere } from '../../contract/place-names.ts';
import type { Template } from './content.ts';
import { FreeSpot } from './FreeSpot.tsx';
import { Bring, linkOf, Names } from './order.ts';
import { say } from './say.ts';

const place = { session: v.nullable(OrderSession), camp: v.nullable(QuoteCamp) };
const FreeSpotPayload = v.object({
  parent_name: v.nullable(v.string()),
  children: Names,
  ...place,
  is_removed: v.boolean(),
  /** What the spot was moved from. */
  left: v.optional(v.nullable(v.object(place)), null),
  missing: v.optional(v.array(v.picklist(missingDetails)), []),
  has_account: v.optional(v.boolean(), false),
  manage_token: v.optional(v.string()),
  bring: Bring,
});
export type FreeSpotPayload = v.InferOutput<typeof FreeSpotPayload>;

export const freeSpotTemplates: Record<string, Template> = {
  free_spot: (payload, siteUrl) => {
    const spot = v.parse(FreeSpotPayload, payload);
    const name = whoAndWhere(spot.children, spot);
    const url = linkOf(spot, siteUrl) ?? (spot.has_account ? `${siteUrl}/family-base` : null);
    return {
      subject: subjectOf(spot, name),
      body: createElement(FreeSpot, { spot, url }),
    };
  },
};

function subjectOf({ is_removed: isRemoved, left }: FreeSpotPayload, name: string): string {
  if (isRemoved) return say`Cancelled: ${name}`;
  return left === null ? say`Booked: ${name}` : say`Moved: ${name}`;
}
